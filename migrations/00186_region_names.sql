-- +goose Up

-- What a state or province of the United States or Canada is called, whether its code or a name is stored: the code and the names in
-- English and Spanish (and French), so that each is found by the others. Nothing of other places, whose codes are others'.
create function region_names(of_country text, of_state text) returns text
    language sql immutable parallel safe
    return (
        select known.code || ' ' || array_to_string(known.names, ' ')
        from (values
            ('US', 'AL', array['Alabama']), ('US', 'AK', array['Alaska']), ('US', 'AZ', array['Arizona']),
            ('US', 'AR', array['Arkansas']), ('US', 'CA', array['California']), ('US', 'CO', array['Colorado']),
            ('US', 'CT', array['Connecticut']), ('US', 'DE', array['Delaware']),
            ('US', 'DC', array['District of Columbia', 'Washington DC', 'Distrito de Columbia']),
            ('US', 'FL', array['Florida']), ('US', 'GA', array['Georgia']), ('US', 'HI', array['Hawaii']),
            ('US', 'ID', array['Idaho']), ('US', 'IL', array['Illinois']), ('US', 'IN', array['Indiana']),
            ('US', 'IA', array['Iowa']), ('US', 'KS', array['Kansas']), ('US', 'KY', array['Kentucky']),
            ('US', 'LA', array['Louisiana', 'Luisiana']), ('US', 'ME', array['Maine']), ('US', 'MD', array['Maryland']),
            ('US', 'MA', array['Massachusetts']), ('US', 'MI', array['Michigan']), ('US', 'MN', array['Minnesota']),
            ('US', 'MS', array['Mississippi', 'Misisipi']), ('US', 'MO', array['Missouri', 'Misuri']),
            ('US', 'MT', array['Montana']), ('US', 'NE', array['Nebraska']), ('US', 'NV', array['Nevada']),
            ('US', 'NH', array['New Hampshire', 'Nuevo Hampshire']), ('US', 'NJ', array['New Jersey', 'Nueva Jersey']),
            ('US', 'NM', array['New Mexico', 'Nuevo México']), ('US', 'NY', array['New York', 'Nueva York']),
            ('US', 'NC', array['North Carolina', 'Carolina del Norte']),
            ('US', 'ND', array['North Dakota', 'Dakota del Norte']), ('US', 'OH', array['Ohio']),
            ('US', 'OK', array['Oklahoma']), ('US', 'OR', array['Oregon']), ('US', 'PA', array['Pennsylvania', 'Pensilvania']),
            ('US', 'RI', array['Rhode Island']), ('US', 'SC', array['South Carolina', 'Carolina del Sur']),
            ('US', 'SD', array['South Dakota', 'Dakota del Sur']), ('US', 'TN', array['Tennessee']),
            ('US', 'TX', array['Texas', 'Tejas']), ('US', 'UT', array['Utah']), ('US', 'VT', array['Vermont']),
            ('US', 'VA', array['Virginia']), ('US', 'WA', array['Washington']),
            ('US', 'WV', array['West Virginia', 'Virginia Occidental']), ('US', 'WI', array['Wisconsin']),
            ('US', 'WY', array['Wyoming']), ('US', 'PR', array['Puerto Rico']), ('US', 'GU', array['Guam']),
            ('US', 'VI', array['Virgin Islands', 'Islas Vírgenes']), ('US', 'AS', array['American Samoa', 'Samoa Americana']),
            ('US', 'MP', array['Northern Mariana Islands', 'Islas Marianas']), ('CA', 'AB', array['Alberta']),
            ('CA', 'BC', array['British Columbia', 'Colombie-Britannique', 'Columbia Británica']),
            ('CA', 'MB', array['Manitoba']), ('CA', 'NB', array['New Brunswick', 'Nouveau-Brunswick', 'Nuevo Brunswick']),
            ('CA', 'NL', array['Newfoundland and Labrador', 'Terre-Neuve', 'Terranova']),
            ('CA', 'NS', array['Nova Scotia', 'Nouvelle-Écosse', 'Nueva Escocia']),
            ('CA', 'NT', array['Northwest Territories', 'Territorios del Noroeste']), ('CA', 'NU', array['Nunavut']),
            ('CA', 'ON', array['Ontario']), ('CA', 'PE', array['Prince Edward Island', 'Isla del Príncipe Eduardo']),
            ('CA', 'QC', array['Quebec', 'Québec']), ('CA', 'SK', array['Saskatchewan']), ('CA', 'YT', array['Yukon'])) as known (country, code, names)
        where known.country = coalesce(nullif(upper(btrim(of_country)), ''), 'US')
          and (known.code = upper(btrim(of_state)) or exists (select from unnest(known.names) name where lower(name) = lower(btrim(of_state))))
        limit 1);

drop index churches_search;
alter table churches drop column search_words;
alter table churches add column search_words tsvector generated always as (to_tsvector('simple'::regconfig,
    public.fold_words(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(public.region_names(country, state), '') || ' ' ||
        coalesce(postal_code, '') || ' ' || coalesce(country, '') || ' ' || replace(coalesce(denomination, ''), '_', ' ')))) stored;
comment on column churches.search_words is 'Name, place and denomination without accents and case; of a state its code and names.';
create index churches_search on churches using gin (search_words);

-- +goose Down

drop index churches_search;
alter table churches drop column search_words;
alter table churches add column search_words tsvector generated always as (to_tsvector('simple'::regconfig,
    public.fold_words(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(postal_code, '') || ' ' ||
        coalesce(country, '') || ' ' || replace(coalesce(denomination, ''), '_', ' ')))) stored;
comment on column churches.search_words is 'Name, place and denomination without accents and case.';
create index churches_search on churches using gin (search_words);
drop function region_names(text, text);
