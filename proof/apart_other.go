//go:build !linux

package proof

import "syscall"

// apart is for a process that an interrupt from the keyboard does not reach.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
