// Package plugintest runs the plugin in Extism's own host for Go, beside the core
// as it is compiled here. It is a module of its own because that host depends on
// more than coxswain does.
package plugintest
