// Package churchinfo has the tools that look up what a church has on file: services, directions, the first visit, staff, ministries,
// childcare, what is preached on, ways to give. They read the church's snapshot, and write nothing.
package churchinfo
