package process

import "syscall"

// dieWithParent has the kernel kill the child when we die, even of SIGKILL.
func dieWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
