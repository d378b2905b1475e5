-- +goose Up

-- Nodes store what many churches have said in one transaction: one flush of the log for all, one round trip, and one plan for what a
-- statement for each church would do again and again. Row-level security knows one church at a time, so this runs as the owner. It can
-- add messages and conversations and nothing else: no row is told, none of another conversation is touched, and the foreign keys hold
-- each message to a conversation of its own church.
--
-- A church whose lock somebody has (transcript.StoringLock: another node that stores, a conversation that is being forgotten) is left
-- out, and so is none of the others held up; taken says which were not. The locks come before the statements that see what was
-- forgotten. stored are the messages that were not there before.
-- +goose StatementBegin
create function store_messages(
    churches uuid[], locks bigint[],
    c_ids uuid[], c_churches uuid[], c_sessions uuid[], c_agents text[], c_languages text[], c_created timestamptz[], c_last timestamptz[], c_flagged boolean[],
    m_ids uuid[], m_churches uuid[], m_conversations uuid[], m_turns uuid[], m_clients uuid[], m_roles text[], m_contents text[], m_agents text[],
    m_lenses smallint[], m_tiers smallint[], m_reasons text[], m_outcomes text[], m_errors text[], m_similarities double precision[], m_sources text[],
    m_models text[], m_prompt integer[], m_cached integer[], m_completion integer[], m_costs bigint[], m_timings text[], m_traces text[], m_times timestamptz[],
    out taken uuid[], out stored uuid[])
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms' as $$
begin
    select coalesce(array_agg(l.church), '{}') into taken
    from unnest(churches, locks) as l (church, lock)
    where pg_try_advisory_xact_lock(l.lock);

    insert into conversations (id, church_id, session_id, agent, language, created_at, last_message_at, flagged)
    select c.id, c.church_id, c.session_id, c.agent, nullif(c.language, ''), c.created_at, c.last_message_at, c.flagged
    from unnest(c_ids, c_churches, c_sessions, c_agents, c_languages, c_created, c_last, c_flagged)
        as c (id, church_id, session_id, agent, language, created_at, last_message_at, flagged)
    where c.church_id = any (taken)
      and not exists (select from forgotten_conversations f where f.church_id = c.church_id and f.conversation_id = c.id)
    on conflict (church_id, session_id) do update
    set agent           = excluded.agent,
        language        = coalesce(excluded.language, conversations.language),
        flagged         = conversations.flagged or excluded.flagged,
        last_message_at = greatest(conversations.last_message_at, excluded.last_message_at);

    with added as (
        insert into messages (id, church_id, conversation_id, turn_id, client_message_id, role, content, agent, lens_id,
            tier, reason, outcome, error_code, similarity, sources, model, prompt_tokens, cached_tokens,
            completion_tokens, cost_micros, timings, trace, created_at)
        select m.id, m.church_id, m.conversation_id, m.turn_id, m.client_message_id, m.role, m.content, m.agent, nullif(m.lens_id, 0),
            m.tier, nullif(m.reason, ''), nullif(m.outcome, ''), nullif(m.error_code, ''), m.similarity, m.sources::jsonb, nullif(m.model, ''),
            m.prompt_tokens, m.cached_tokens, m.completion_tokens, m.cost_micros, m.timings::jsonb, nullif(m.trace, '')::jsonb, m.created_at
        from unnest(m_ids, m_churches, m_conversations, m_turns, m_clients, m_roles, m_contents, m_agents, m_lenses, m_tiers, m_reasons,
            m_outcomes, m_errors, m_similarities, m_sources, m_models, m_prompt, m_cached, m_completion, m_costs, m_timings, m_traces, m_times)
            as m (id, church_id, conversation_id, turn_id, client_message_id, role, content, agent, lens_id, tier, reason,
            outcome, error_code, similarity, sources, model, prompt_tokens, cached_tokens, completion_tokens, cost_micros, timings, trace, created_at)
        where m.church_id = any (taken)
          and not exists (select from forgotten_conversations f where f.church_id = m.church_id and f.conversation_id = m.conversation_id)
        on conflict do nothing
        returning id)
    select coalesce(array_agg(added.id), '{}') into stored from added;
end
$$;
-- +goose StatementEnd
comment on function store_messages is 'Adds messages of many churches, those aside that are locked or were forgotten; tells which churches were not locked and which messages were new.';
revoke execute on function store_messages from public;
grant execute on function store_messages to narthex_app;

-- +goose Down

drop function store_messages;
