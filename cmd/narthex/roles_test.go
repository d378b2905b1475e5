package main

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
)

// areaOfRoutes says to which areas an address belongs: whoever sees one of them may look (GET), whoever may change one of them may
// do the rest. The longest prefix counts. Everybody of the church may do what belongs to none.
var areaOfRoutes = map[string][]access.Area{
	"/admin/address/":                       nil, // a link that was mailed
	"/admin/calls":                          {access.Calls},
	"/admin/care":                           {access.Care},
	"/admin/conversations":                  {access.Conversations},
	"/admin/conversations/retention":        {access.Data},
	"/admin/conversations/{id}/export.json": {access.Data},
	"/admin/requests/{id}/export.json":      {access.Data},
	"/admin/overview":                       {access.Overview},
	"/admin/overview/digest":                {access.Settings},
	"/admin/overview/listing":               {access.Settings},
	"/admin/requests":                       asked,
	"/admin/settings":                       {access.Settings},
	"/admin/settings/audit":                 {access.Audit},
	"/admin/settings/data":                  {access.Data},
	"/admin/settings/sessions":              nil, // one's own
	"/admin/settings/team":                  {access.Team},
	"/admin/training/agents":                {access.Theology},
	"/admin/training/answers":               {access.Knowledge},
	"/admin/training/documents":             {access.Knowledge},
	"/admin/training/draft":                 {access.Week, access.Knowledge, access.Theology, access.Safety},
	"/admin/training/faqs":                  {access.Knowledge},
	"/admin/training/knowledge":             {access.Knowledge, access.Volunteers},
	"/admin/training/regression":            {access.Theology},
	"/admin/training/questions":             {access.Knowledge},
	"/admin/training/safety":                {access.Safety},
	"/admin/training/simulator":             {access.Theology},
	"/admin/training/theology":              {access.Theology},
	"/admin/training/website":               {access.Knowledge},
	"/admin/training/week":                  {access.Week},
	"/admin/upgrade":                        {access.Billing},
	"/api/admin/agents":                     {access.Theology},
	"/api/admin/audit":                      {access.Audit},
	"/api/admin/documents":                  {access.Knowledge},
	"/api/admin/draft":                      {access.Week, access.Knowledge, access.Theology, access.Safety},
	"/api/admin/events":                     {access.Knowledge, access.Volunteers},
	"/api/admin/faq-imports":                {access.Knowledge},
	"/api/admin/groups":                     {access.Knowledge, access.Volunteers},
	"/api/admin/kb-proxy":                   {access.Knowledge},
	"/api/admin/link":                       nil, // asks for a mail
	"/api/admin/preview":                    {access.Theology},
	"/api/admin/regression-runs":            {access.Theology},
	"/api/admin/requests":                   asked,
	"/api/admin/safety":                     {access.Safety},
	"/api/admin/sessions":                   nil, // one's own
	"/api/admin/settings":                   {access.Settings, access.Knowledge, access.Week},
	"/api/admin/site-imports":               {access.Knowledge},
	"/api/admin/team":                       {access.Team},
	"/api/admin/theology":                   {access.Theology},
	"/api/admin/volunteer_roles":            {access.Knowledge, access.Volunteers},
	"/api/premium/update":                   {access.Settings, access.Knowledge, access.Week},
}

// asked are the areas that share the list of what visitors asked for.
var asked = []access.Area{access.Requests, access.Volunteers, access.Prayers, access.Confidential, access.Care}

// Whatever route there is, each role may use it if its area is one of the role's, and is refused otherwise.
func TestEveryRouteIsForTheRolesOfItsArea(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	var church uuid.UUID
	if err := db.Admin.QueryRow(t.Context(), "select id from churches where slug = 'grace-harbor'").Scan(&church); err != nil {
		t.Fatal(err)
	}
	sessions := make(map[access.Role]*http.Cookie)
	for _, role := range access.Roles() {
		sessions[role] = accesstest.SignIn(t, db.Admin, church, role)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	used := make(map[string]bool)
	for _, route := range adminRoutesOf(t, s) {
		prefix := ""
		for known := range areaOfRoutes {
			if strings.HasPrefix(route.pattern, known) && len(known) > len(prefix) {
				prefix = known
			}
		}
		if prefix == "" {
			t.Errorf("%s %s belongs to no area", route.method, route.pattern)
			continue
		}
		used[prefix] = true
		areas, path := areaOfRoutes[prefix], pathsOf(route.pattern, map[string]string{"": uuid.NewString()})[0]
		for role, session := range sessions {
			request, err := http.NewRequestWithContext(t.Context(), route.method, listening.URL+path, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Accept", "application/json")
			request.AddCookie(session)
			response, err := client.Do(request)
			if err != nil {
				t.Fatalf("%s %s: %v", route.method, path, err)
			}
			response.Body.Close()
			who := access.Admin{Roles: []access.Role{role}}
			may := areas == nil || slices.ContainsFunc(areas, func(area access.Area) bool {
				return who.Changes(area) || route.method == http.MethodGet && who.Sees(area)
			})
			if refused := response.StatusCode == http.StatusForbidden || response.StatusCode == http.StatusUnauthorized; refused == may {
				t.Errorf("%s %s for %s: %d", route.method, route.pattern, role, response.StatusCode)
			}
		}
	}
	for prefix := range areaOfRoutes {
		if !used[prefix] {
			t.Errorf("%s is no route", prefix)
		}
	}
}
