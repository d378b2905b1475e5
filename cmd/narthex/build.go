package main

import (
	"cmp"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
)

// build is which program this is: what the Go toolchain has written into it.
type build struct{ version, revision, goVersion string }

// unknown stands for what the toolchain was told not to write, or could not know.
const unknown = "unknown"

// thisBuild reads it of the program that runs.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{unknown, unknown, unknown}
	}
	b := build{version: cmp.Or(info.Main.Version, unknown), revision: unknown, goVersion: info.GoVersion}
	dirty := ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			b.revision = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			dirty = "+changes"
		}
	}
	b.revision += dirty
	return b
}

// register makes the build a metric that is always 1, to be joined with others.
func (b build) register(registerer prometheus.Registerer, node string) {
	registerer.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name:        "narthex_build_info",
		Help:        "Always 1. The labels say which build runs, and as which node.",
		ConstLabels: prometheus.Labels{"version": b.version, "revision": b.revision, "goversion": b.goVersion, "node": node},
	}, func() float64 { return 1 }))
}
