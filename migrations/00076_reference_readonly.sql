-- +goose Up

-- The catalogue is seed data, written by the owner alone. A server that were made to write to it would change what other churches say.
revoke insert, update, delete on theological_lenses, theological_contradictions, church_families, denominations, product_knowledge from narthex_app;

comment on column organization_settings.doctrinal_overrides is 'Topic to the church''s own position, in its own words: a text, or {position, never: array of terms that no answer may have}.';
comment on column organization_settings.chatbot_config is 'Keys: daily_budget_usd, what models may cost for this church in a day of its own, in US dollars; 0: nothing may be spent, absent: the platform''s usual. words_to_avoid: array of terms that no answer may have, whatever it is about.';

-- +goose Down

comment on column organization_settings.chatbot_config is 'Keys: daily_budget_usd, what models may cost for this church in a day of its own, in US dollars; 0: nothing may be spent, absent: the platform''s usual.';
comment on column organization_settings.doctrinal_overrides is 'Topic to the church''s own position, in its own words.';
grant insert, update, delete on theological_lenses, theological_contradictions, church_families, denominations, product_knowledge to narthex_app;
