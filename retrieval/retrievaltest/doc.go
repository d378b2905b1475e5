// Package retrievaltest stores knowledge for tests and searches it.
package retrievaltest
