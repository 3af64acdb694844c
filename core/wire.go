package core

//go:generate go tool msgp -file=. -o=codec_gen.go -tests=false -io=false -unexported

//msgp:vartuple Config Input Deployment Group AllocationChanges Allocation EvaluationChanges Evaluation Job JobGroup JobVersion Command Result
//msgp:vartuple Output Key Effect NewEvaluation Wake Reply Reason Status GroupStatus Wait
//msgp:ignore Error SwitchInfo LevelInfo Machine
//msgp:limit arrays:65536 maps:0
