package model_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"narthex/chat/model"
)

func TestConfigurationThatCannotWorkIsRefused(t *testing.T) {
	for name, config := range map[string]model.Config{
		"no model":                {BaseURL: "http://localhost"},
		"no host":                 {BaseURL: "http://", ChatModel: "m"},
		"no scheme":               {BaseURL: "localhost:8080/v1", ChatModel: "m"},
		"a password in the URL":   {BaseURL: "https://user:hidden@host/v1", ChatModel: "m"},
		"not a URL":               {BaseURL: "http://ho st\x7f", ChatModel: "m"},
		"a key with a line break": {APIKey: "sk-a\nb", ChatModel: "m"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := model.New(config)
			if err == nil {
				t.Fatal("accepted")
			}
			if strings.Contains(err.Error(), "hidden") || strings.Contains(err.Error(), "sk-a") {
				t.Fatalf("the error holds a secret: %v", err)
			}
		})
	}
	client, err := model.New(model.Config{APIKey: " sk-a\n", ChatModel: "m"}) // white space around a key is a slip, not an error
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
}

func TestKeyIsNeverPrinted(t *testing.T) {
	config := model.Config{APIKey: testKey, ChatModel: "m"}
	client, err := model.New(config)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var out strings.Builder
	fmt.Fprintf(&out, "%v %+v %#v %s %v %+v", config, config, config, config, client, client)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "config", config)
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "config", config)
	if strings.Contains(out.String(), testKey) {
		t.Fatal(out.String())
	}
}
