-- +goose Up

alter table premium_churches add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');
comment on column premium_churches.accent_color is 'The church''s own colour on its pages and its widget, sRGB as #rrggbb. Null: the product''s. What is shown is derived from it so that text stays readable.';

-- +goose Down

alter table premium_churches drop column accent_color;
