-- +goose Up

create table lens_texts (
    id       uuid primary key,
    lens_id  smallint not null references theological_lenses (id) on delete cascade,
    title    text not null check (btrim(title) <> ''),
    source   text not null check (btrim(source) <> ''),
    content  text not null check (btrim(content) <> ''),
    embedding vector(1536),
    embedder text,
    unique (lens_id, title),
    check ((embedding is null) = (embedder is null))
);
comment on table lens_texts is 'Curated texts of a lens, found beside the knowledge of every church of that lens that has not switched them off (chatbot_config.lens_texts). Seed data, shared by all churches.';
comment on column lens_texts.source is 'The confession or catechism that the text rests on, with article or question.';
comment on column lens_texts.embedding is 'Of title plus content, made by embedder; a text without one never appears in an answer.';

-- The app embeds the texts, and can change nothing that they say.
revoke insert, update, delete on lens_texts from narthex_app;
grant update (embedding, embedder) on lens_texts to narthex_app;

create trigger lens_texts_changed after insert or delete on lens_texts for each statement execute function reference_changed();

comment on column organization_settings.chatbot_config is 'Keys: daily_budget_usd, what models may cost for this church in a day of its own, in US dollars; 0: nothing may be spent, absent: the platform''s usual. words_to_avoid: array of terms that no answer may have, whatever it is about. lens_texts: false keeps the curated texts of the church''s lens out of answers.';

comment on column theological_lenses.vocabulary is 'Array of {term, gloss, instead_of?, es, es_instead_of?}: say this, rather than that; es is the same in Spanish.';

-- +goose Down

comment on column theological_lenses.vocabulary is 'Array of {term, gloss, instead_of?}: say this, rather than that.';
comment on column organization_settings.chatbot_config is 'Keys: daily_budget_usd, what models may cost for this church in a day of its own, in US dollars; 0: nothing may be spent, absent: the platform''s usual. words_to_avoid: array of terms that no answer may have, whatever it is about.';
drop table lens_texts;
