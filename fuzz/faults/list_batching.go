package faults

const batchingFile = "core/batching.go"

// batchingFaults are those of family B.
var batchingFaults = [...]Fault{
	{"B1", "the window is half as long", batchingFile,
		"m.window, m.awaited = m.now+BatchWindow, promotion",
		"m.window, m.awaited = m.now+BatchWindow/2, promotion"},
	{"B1", "the evaluation is missing", batchingFile,
		"e.Evaluation = m.newEvaluation(e.Key)\n",
		""},
	{"B1", "the evaluation bears the window's time and not that of its closing", batchingFile,
		"e.Evaluation = m.newEvaluation(e.Key)\n",
		"e.Evaluation = m.newEvaluation(e.Key)\n\te.Evaluation.Time = m.window\n"},
	{"B1", "the set is not emptied", batchingFile,
		"m.window, m.awaited, m.replace = 0, 0, nil",
		"m.window, m.awaited = 0, 0"},
	{"B1", "a window without replacements sends nothing", batchingFile,
		"e := m.effect(EffectReschedule, 0, out)\n",
		"if len(m.replace) == 0 {\n\t\tm.window = 0\n\t\treturn\n\t}\n\te := m.effect(EffectReschedule, 0, out)\n"},
	{"B1", "what is asked for in an open window does not join its set", healthFile,
		"if spare {\n",
		"if spare && m.window == 0 {\n"},
	{"B1", "what is asked for takes the place of what is in the set", healthFile,
		"if spare {\n",
		"if spare {\n\t\tm.replace = nil\n"},

	{"B2", "a need moves the end of the window", batchingFile,
		"m.why(out, Reason{Code: ReasonWindowOpen, Time: m.window})\n\t\treturn\n",
		"m.why(out, Reason{Code: ReasonWindowOpen, Time: m.window})\n"},
	{"B2", "a need closes the window and opens another", batchingFile,
		"m.why(out, Reason{Code: ReasonWindowOpen, Time: m.window})\n\t\treturn\n",
		"m.closeWindow(out)\n"},

	{"B3", "a window is closed when the deployment is dropped", machineFile,
		"m.timer, m.window, m.awaited, m.replace = 0, 0, 0, nil",
		"if m.window != 0 {\n\t\tm.closeWindow(out)\n\t}\n\tm.timer, m.window, m.awaited, m.replace = 0, 0, 0, nil"},
	{"B3", "a window stays when the deployment is dropped", machineFile,
		"m.timer, m.window, m.awaited, m.replace = 0, 0, 0, nil",
		"m.timer = 0"},
	{"B3", "a window that has closed is withdrawn when the deployment is dropped", machineFile,
		"if o.kind == EffectReschedule {",
		"if o.kind == 0 {"},
	{"B3", "the end of the watch forgets the window", "core/rollback.go",
		"m.timer = 0\n",
		"m.timer, m.window, m.awaited, m.replace = 0, 0, 0, nil\n"},
}
