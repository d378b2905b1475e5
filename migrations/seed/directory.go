package seed

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
)

//go:embed directory.csv
var directoryFile []byte

// directoryColumns is the heading of directory.csv, and all that the seed decides about those churches.
var directoryColumns = []string{"slug", "name", "denomination", "address", "city", "state", "postal_code", "country", "timezone", "language", "phone", "website"}

// directoryTable only ever adds and corrects: a sign-up under way may point at any row. Left alone are churches that have
// subscribed since, and those whose slug another church had first.
var directoryTable = table{
	kind: "directory churches", name: "churches",
	key: []string{"id"}, values: directoryColumns,
	kept: `exists (select from premium_churches p where p.church_id = w.id)
		or exists (select from churches o where o.slug = w.slug and o.id <> w.id)`,
}

// directoryRow gives column to value, an empty value left out.
type directoryRow map[string]string

func parseDirectory(content []byte) ([]directoryRow, error) {
	records, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("directory.csv: %w", err)
	}
	if len(records) == 0 || !slices.Equal(records[0], directoryColumns) {
		return nil, fmt.Errorf("directory.csv: the heading must be %v", directoryColumns)
	}
	rows := make([]directoryRow, 0, len(records)-1)
	for _, record := range records[1:] {
		row := directoryRow{"id": ChurchID(record[0]).String()}
		for i, value := range record {
			if value != "" {
				row[directoryColumns[i]] = value
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}
