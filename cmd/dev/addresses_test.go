package main

import (
	"net"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"narthex/cmd/dev/nodes"
)

func TestAddresses(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	var progress strings.Builder
	next, err := freeAddress(port, "Narthex", &progress)
	if err != nil || next == listener.Addr().String() {
		t.Errorf("got %s, %v", next, err)
	}
	mustContain(t, progress.String(), "port "+strconv.Itoa(port)+" is taken: Narthex uses ")

	tests := []struct {
		name string
		env  map[string]string
		want addresses
	}{
		{"all named", map[string]string{"LISTEN_ADDR": "127.0.0.1:81", "BASE_URL": "https://chat.example", "METRICS_ADDR": "127.0.0.1:82"},
			addresses{Listen: "127.0.0.1:81", Base: "https://chat.example", Nodes: []nodeAddresses{{"127.0.0.1:81", "127.0.0.1:82"}}}},
		{"listening everywhere", map[string]string{"LISTEN_ADDR": ":81", "METRICS_ADDR": "0.0.0.0:82"},
			addresses{Listen: ":81", Base: "http://127.0.0.1:81", Nodes: []nodeAddresses{{":81", "0.0.0.0:82"}}}},
		{"listening on IPv6", map[string]string{"LISTEN_ADDR": "[::]:81", "METRICS_ADDR": "[::1]:82"},
			addresses{Listen: "[::]:81", Base: "http://127.0.0.1:81", Nodes: []nodeAddresses{{"[::]:81", "[::1]:82"}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := chooseAddresses(func(name string) string { return test.env[name] }, 1, &progress)
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestEachNodeHasAddressesOfItsOwn(t *testing.T) {
	environments := map[string]map[string]string{
		"free ones":               {},
		"after those named":       {"LISTEN_ADDR": ":20100", "METRICS_ADDR": "127.0.0.1:20200"},
		"those named are in line": {"LISTEN_ADDR": "127.0.0.1:20300", "METRICS_ADDR": "127.0.0.1:20301"},
	}
	for name, env := range environments {
		t.Run(name, func(t *testing.T) {
			var progress strings.Builder
			where, err := chooseAddresses(func(name string) string { return env[name] }, 9, &progress)
			if err != nil || len(where.Nodes) != 9 {
				t.Fatalf("got %+v, %v", where, err)
			}
			if env["METRICS_ADDR"] != "" && where.Nodes[0].Metrics != env["METRICS_ADDR"] {
				t.Errorf("the first node's metrics are at %s", where.Nodes[0].Metrics)
			}
			if where.Base != "http://"+nodes.Dialable(where.Listen) {
				t.Errorf("visitors come to %s", where.Base)
			}
			seen := map[string]bool{}
			for _, address := range allOf(where) {
				_, port, err := net.SplitHostPort(address)
				if err != nil || seen[port] {
					t.Errorf("%s is no address of its own in %+v", address, where)
				}
				seen[port] = true
			}
		})
	}
	if _, err := chooseAddresses(func(string) string { return "nowhere" }, 2, &strings.Builder{}); err == nil {
		t.Error("an address without a port has a next one")
	}
}

func allOf(where addresses) []string {
	all := []string{where.Listen}
	for _, node := range where.Nodes {
		all = append(all, node.Listen, node.Metrics)
	}
	return all
}

func TestEnvironmentLinesOfNarthex(t *testing.T) {
	where := addresses{Base: "http://127.0.0.1:8080", Nodes: []nodeAddresses{{Metrics: "a:1"}}}
	var out strings.Builder
	printNarthex(&out, where)
	if out.String() != "BASE_URL=http://127.0.0.1:8080\nMETRICS_ADDR=a:1\n" {
		t.Errorf("one node: %q", out.String())
	}
	out.Reset()
	where.Mailbox, where.Identity, where.Events = "http://m", "http://i", "http://e"
	printNarthex(&out, where)
	if out.String() != "BASE_URL=http://127.0.0.1:8080\nMAILBOX_URL=http://m\nIDENTITY_URL=http://i\nEVENTS_URL=http://e\nMETRICS_ADDR=a:1\n" {
		t.Errorf("with what is outside: %q", out.String())
	}
	out.Reset()
	where.Mailbox, where.Identity, where.Events = "", "", ""
	where.Nodes = append(where.Nodes, nodeAddresses{Metrics: "b:1"}, nodeAddresses{Metrics: "c:1"})
	printNarthex(&out, where)
	if out.String() != "BASE_URL=http://127.0.0.1:8080\nMETRICS_ADDR=a:1\nMETRICS_ADDR_2=b:1\nMETRICS_ADDR_3=c:1\n" {
		t.Errorf("three nodes: %q", out.String())
	}
}

func TestTheNumberOfNodesIsBounded(t *testing.T) {
	for count, fine := range map[int]bool{-1: false, 0: false, 1: true, 2: true, 9: true, 10: false} {
		if err := (runCommand{Nodes: count}).Validate(); (err == nil) != fine {
			t.Errorf("%d nodes: %v", count, err)
		}
	}
}
