-- +goose Up

-- A node keeps the vectors of a church's questions with 8 bits for each dimension. Making them of the exact ones meant reading 6 KB for
-- each FAQ, out of line, for every church that a node meets: stored beside them they take a quarter, mostly in the row, whose page has
-- room for them. The exact ones are read where they decide. Rows that were stored before have none until their vector is made again; the
-- node then makes it of the exact one.
alter table unified_rag_content add column question_embedding_quantized bytea;
alter table unified_rag_content alter column question_embedding_quantized set storage external;
comment on column unified_rag_content.question_embedding_quantized is 'question_embedding with 8 bits for each dimension, as quantize_vector makes it; null: not made yet.';

-- The step that 1 stands for and how far the vector is off, float4 each, then a signed byte for each dimension. Null for a
-- vector of zeros.
-- +goose StatementBegin
create function quantize_vector(exact vector) returns bytea
    language plpgsql immutable parallel safe strict as $$
declare
    numbers constant real[] := exact::real[];
    step    constant real := (select max(abs(number)) / 127 from unnest(numbers) as n (number));
    number  real;
    steps   integer;
    digits  text := '';
    off     double precision := 0;
begin
    if not step > 0 then
        return null;
    end if;
    foreach number in array numbers loop
        steps := greatest(least(round(number / step::double precision), 127), -127);
        off := off + (number - steps * step::double precision) ^ 2;
        digits := digits || lpad(to_hex(steps & 255), 2, '0');
    end loop;
    return float4send(step) || float4send(sqrt(off)::real) || decode(digits, 'hex');
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function quantize_question() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        new.question_embedding_quantized := coalesce(new.question_embedding_quantized, public.quantize_vector(new.question_embedding));
    elsif new.question_embedding is distinct from old.question_embedding then
        new.question_embedding_quantized := public.quantize_vector(new.question_embedding);
    end if;
    return new;
end
$$;
-- +goose StatementEnd
-- Its name has it come after the one that takes outdated vectors away: triggers fire in the order of their names.
create trigger unified_rag_content_quantize before insert or update on unified_rag_content
    for each row when (new.content_type = 'faq') execute function quantize_question();

-- Each church that is met is looked up by what its denomination is called.
create index denominations_key_folded on denominations (lower(key));
create index denominations_name_folded on denominations (lower(name));

-- +goose Down

drop index denominations_key_folded;
drop index denominations_name_folded;
drop trigger unified_rag_content_quantize on unified_rag_content;
drop function quantize_question;
drop function quantize_vector;
alter table unified_rag_content drop column question_embedding_quantized;
