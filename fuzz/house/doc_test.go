// Package house_test holds the rules of the house: which package may import
// which, and that what decides stays pure. Each check is also shown something
// bad, so that nobody has to believe that it can fail.
package house_test
