// Package inmemory searches one church's passages in memory, by the rules of search_church_knowledge (see the migrations), which stays
// the way for churches that are too large, for questions in other alphabets, and for what is not cached in memory yet. The tests hold the
// two together: both find the same, in the same order.
package inmemory
