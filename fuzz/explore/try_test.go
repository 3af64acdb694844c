package explore_test
import ("testing";"context";"slices";"github.com/coxswain/coxswain/core";"github.com/coxswain/coxswain/fuzz/explore")
func TestStrictTry(t *testing.T){
 for _,w:=range worlds { if w.Config.Level!="" {continue}
  w.Config=core.Config{Level:core.LevelStrict}
  w.States=30000
  r,err:=w.Explore(context.Background(), slices.Concat(explore.Invariants(), explore.Wrong()))
  if err!=nil { t.Errorf("%s: %v",w.Name,err); continue }
  t.Log(r)
  for _,v:=range r.Wrong { t.Errorf("%s: %s",w.Name,v) }
 }
}
