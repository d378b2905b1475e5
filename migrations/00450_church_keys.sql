-- +goose Up

-- The keys of what grows with every visit begin with its church: the rows of a church lie together in each index, a key of one church can
-- meet none of another's, and the tables can be divided by church, among partitions or machines, with the keys that they have. Keys of the
-- id alone beside one of church and id are dropped: a row has an index less to write. Programs from before go on with these keys, because
-- they name none of those that are dropped.
alter table messages
    drop constraint messages_pkey,
    drop constraint messages_turn_id_role_key,
    add primary key (church_id, turn_id, role);
drop index messages_client;
create unique index messages_client on messages (church_id, conversation_id, client_message_id)
    where role = 'user' and client_message_id is not null;

alter table messages drop constraint messages_church_id_conversation_id_fkey;
alter table open_questions drop constraint open_questions_church_id_conversation_id_fkey;
alter table conversations
    drop constraint conversations_pkey,
    drop constraint conversations_church_id_id_key,
    add primary key (church_id, id);
alter table messages add foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade;
alter table open_questions add foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade;

alter table visitor_requests
    drop constraint visitor_requests_pkey,
    drop constraint visitor_requests_church_id_id_key,
    add primary key (church_id, id);
alter table event_registrations drop constraint event_registrations_pkey, add primary key (church_id, id);
alter table group_join_requests drop constraint group_join_requests_pkey, add primary key (church_id, id);
alter table volunteer_signups drop constraint volunteer_signups_pkey, add primary key (church_id, id);
alter table newsletter_subscriptions drop constraint newsletter_subscriptions_pkey, add primary key (church_id, id);

-- +goose Down

alter table newsletter_subscriptions drop constraint newsletter_subscriptions_pkey, add primary key (id);
alter table volunteer_signups drop constraint volunteer_signups_pkey, add primary key (id);
alter table group_join_requests drop constraint group_join_requests_pkey, add primary key (id);
alter table event_registrations drop constraint event_registrations_pkey, add primary key (id);
alter table visitor_requests drop constraint visitor_requests_pkey, add primary key (id), add unique (church_id, id);

alter table messages drop constraint messages_church_id_conversation_id_fkey;
alter table open_questions drop constraint open_questions_church_id_conversation_id_fkey;
alter table conversations drop constraint conversations_pkey, add primary key (id), add unique (church_id, id);
alter table open_questions add foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade;
alter table messages add foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade;

drop index messages_client;
create unique index messages_client on messages (conversation_id, client_message_id)
    where role = 'user' and client_message_id is not null;
alter table messages drop constraint messages_pkey, add primary key (id), add unique (turn_id, role);
