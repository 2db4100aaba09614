package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash" help:"For which shell: bash."`
}

// Run prints a script that completes commands, flags, and values of flags that have only a few. It is made of the
// command line itself, so that it knows all of it.
func (completionCommand) Run(s *streams, c *kong.Context) error {
	var lines strings.Builder
	addCommand(&lines, c.Model.Node, "")
	_, err := io.WriteString(s.out, fmt.Sprintf(bashCompletion, commandCases(c.Model.Node, ""), lines.String()))
	return err
}

// bashCompletion finds the command in the words so far, then offers what can follow. Where nothing is offered bash
// completes names of files. Bash takes "=" for a word of its own.
const bashCompletion = `# Completes tender's commands and flags in bash. To load it: source <(tender completion bash)
_tender() {
  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command="" words="" i
  if [ "$cur" = "=" ]; then
    cur=""
  elif [ "$before" = "=" ]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${COMP_WORDS[i]}" in
%s) command="$command ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $before" in
%s  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _tender tender
`

// commandCases lists all commands as alternatives of a case: " serve"|" keys"|" keys rotate".
func commandCases(n *kong.Node, path string) string {
	var all []string
	for _, child := range visible(n) {
		at := path + " " + child.Name
		all = append(all, `"`+at+`"`)
		if more := commandCases(child, at); more != "" {
			all = append(all, more)
		}
	}
	return strings.Join(all, "|")
}

// addCommand writes what can follow a command, and before that what can follow those of its flags that take a value.
func addCommand(w io.Writer, n *kong.Node, path string) {
	var words []string
	for _, child := range visible(n) {
		addCommand(w, child, path+" "+child.Name)
		words = append(words, child.Name)
	}
	for _, group := range n.AllFlags(true) {
		for _, flag := range group {
			name := "--" + flag.Name
			if !slices.Contains(words, name) {
				words = append(words, name)
			}
			if !flag.IsBool() {
				fmt.Fprintf(w, "    %q) words=%q ;;\n", path+" "+name, strings.ReplaceAll(flag.Enum, ",", " "))
			}
		}
	}
	for _, argument := range n.Positional {
		words = append(words, strings.Split(argument.Enum, ",")...)
	}
	pattern := fmt.Sprintf("%q*", path+" ")
	fmt.Fprintf(w, "    %s) words=%q ;;\n", pattern, strings.TrimSpace(strings.Join(words, " ")))
}

// visible are the commands below one that help shows.
func visible(n *kong.Node) []*kong.Node {
	return slices.DeleteFunc(slices.Clone(n.Children), func(child *kong.Node) bool { return child.Hidden })
}
