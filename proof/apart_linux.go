package proof

import "syscall"

// apart is for a process that an interrupt from the keyboard does not reach, and that does not outlive the test binary,
// even if that is killed.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
