-- +goose Up

-- What a country is called in English and Spanish (CLDR 32), and by what else people know it. "United" is left out, and "States": nearly
-- all churches of the directory would have words that many look for others by. Who asks for such a country by its English name is
-- understood to ask for its letters (countries_asked).
create function country_names(code text) returns text
    language sql immutable parallel safe strict
    return jsonb '{
        "AC":"Ascension Island Isla de la Ascensión", "AD":"Andorra", "AE":"Emiratos Árabes Unidos UAE",
        "AF":"Afghanistan Afganistán", "AG":"Antigua & Barbuda Antigua y Barbuda", "AI":"Anguilla Anguila",
        "AL":"Albania", "AM":"Armenia", "AO":"Angola", "AQ":"Antarctica Antártida", "AR":"Argentina",
        "AS":"American Samoa Samoa Americana", "AT":"Austria", "AU":"Australia", "AW":"Aruba",
        "AX":"Åland Islands Islas Åland", "AZ":"Azerbaijan Azerbaiyán",
        "BA":"Bosnia & Herzegovina Bosnia y Herzegovina", "BB":"Barbados", "BD":"Bangladesh Bangladés",
        "BE":"Belgium Bélgica", "BF":"Burkina Faso", "BG":"Bulgaria", "BH":"Bahrain Baréin", "BI":"Burundi",
        "BJ":"Benin Benín", "BL":"St. Barthélemy San Bartolomé", "BM":"Bermuda Bermudas", "BN":"Brunei Brunéi",
        "BO":"Bolivia", "BQ":"Caribbean Netherlands Caribe neerlandés", "BR":"Brazil Brasil", "BS":"Bahamas",
        "BT":"Bhutan Bután", "BV":"Bouvet Island Isla Bouvet", "BW":"Botswana Botsuana", "BY":"Belarus Bielorrusia",
        "BZ":"Belize Belice", "CA":"Canada Canadá", "CC":"Cocos (Keeling) Islands Islas Cocos",
        "CD":"Congo - Kinshasa República Democrática del Congo Congo",
        "CF":"Central African Republic República Centroafricana", "CG":"Congo - Brazzaville República del Congo",
        "CH":"Switzerland Suiza", "CI":"Côte d’Ivoire Ivory Coast Costa de Marfil", "CK":"Cook Islands Islas Cook", "CL":"Chile",
        "CM":"Cameroon Camerún", "CN":"China", "CO":"Colombia", "CP":"Clipperton Island Isla Clipperton",
        "CR":"Costa Rica", "CU":"Cuba", "CV":"Cape Verde Cabo Verde Cape Verde", "CW":"Curaçao Curazao",
        "CX":"Christmas Island Isla de Navidad", "CY":"Cyprus Chipre",
        "CZ":"Czechia Chequia Czech Republic República Checa", "DE":"Germany Alemania",
        "DG":"Diego Garcia Diego García", "DJ":"Djibouti Yibuti", "DK":"Denmark Dinamarca", "DM":"Dominica",
        "DO":"Dominican Republic República Dominicana", "DZ":"Algeria Argelia", "EA":"Ceuta & Melilla Ceuta y Melilla",
        "EC":"Ecuador", "EE":"Estonia", "EG":"Egypt Egipto", "EH":"Western Sahara Sáhara Occidental", "ER":"Eritrea",
        "ES":"Spain España", "ET":"Ethiopia Etiopía", "FI":"Finland Finlandia", "FJ":"Fiji Fiyi",
        "FK":"Falkland Islands Islas Malvinas", "FM":"Micronesia", "FO":"Faroe Islands Islas Feroe",
        "FR":"France Francia", "GA":"Gabon Gabón", "GB":"Reino Unido UK Britain Great Britain Gran Bretaña",
        "GD":"Grenada Granada", "GE":"Georgia", "GF":"French Guiana Guayana Francesa", "GG":"Guernsey", "GH":"Ghana",
        "GI":"Gibraltar", "GL":"Greenland Groenlandia", "GM":"Gambia", "GN":"Guinea", "GP":"Guadeloupe Guadalupe",
        "GQ":"Equatorial Guinea Guinea Ecuatorial", "GR":"Greece Grecia",
        "GS":"South Georgia & South Sandwich Islands Islas Georgia del Sur y Sandwich del Sur", "GT":"Guatemala",
        "GU":"Guam", "GW":"Guinea-Bissau Guinea-Bisáu", "GY":"Guyana",
        "HK":"Hong Kong SAR China RAE de Hong Kong (China)", "HM":"Heard & McDonald Islands Islas Heard y McDonald",
        "HN":"Honduras", "HR":"Croatia Croacia", "HT":"Haiti Haití", "HU":"Hungary Hungría",
        "IC":"Canary Islands Canarias", "ID":"Indonesia", "IE":"Ireland Irlanda", "IL":"Israel",
        "IM":"Isle of Man Isla de Man", "IN":"India",
        "IO":"British Indian Ocean Territory Territorio Británico del Océano Índico", "IQ":"Iraq Irak",
        "IR":"Iran Irán", "IS":"Iceland Islandia", "IT":"Italy Italia", "JE":"Jersey", "JM":"Jamaica",
        "JO":"Jordan Jordania", "JP":"Japan Japón", "KE":"Kenya Kenia", "KG":"Kyrgyzstan Kirguistán",
        "KH":"Cambodia Camboya", "KI":"Kiribati", "KM":"Comoros Comoras",
        "KN":"St. Kitts & Nevis San Cristóbal y Nieves", "KP":"North Korea Corea del Norte",
        "KR":"South Korea Corea del Sur Korea Corea", "KW":"Kuwait", "KY":"Cayman Islands Islas Caimán",
        "KZ":"Kazakhstan Kazajistán", "LA":"Laos", "LB":"Lebanon Líbano", "LC":"St. Lucia Santa Lucía",
        "LI":"Liechtenstein", "LK":"Sri Lanka", "LR":"Liberia", "LS":"Lesotho Lesoto", "LT":"Lithuania Lituania",
        "LU":"Luxembourg Luxemburgo", "LV":"Latvia Letonia", "LY":"Libya Libia", "MA":"Morocco Marruecos",
        "MC":"Monaco Mónaco", "MD":"Moldova Moldavia", "ME":"Montenegro", "MF":"St. Martin San Martín",
        "MG":"Madagascar", "MH":"Marshall Islands Islas Marshall", "MK":"Macedonia Macedonia", "ML":"Mali",
        "MM":"Myanmar (Burma) Myanmar (Birmania) Burma", "MN":"Mongolia", "MO":"Macau SAR China RAE de Macao (China)",
        "MP":"Northern Mariana Islands Islas Marianas del Norte", "MQ":"Martinique Martinica", "MR":"Mauritania",
        "MS":"Montserrat", "MT":"Malta", "MU":"Mauritius Mauricio", "MV":"Maldives Maldivas", "MW":"Malawi Malaui",
        "MX":"Mexico México", "MY":"Malaysia Malasia", "MZ":"Mozambique", "NA":"Namibia",
        "NC":"New Caledonia Nueva Caledonia", "NE":"Niger Níger", "NF":"Norfolk Island Isla Norfolk", "NG":"Nigeria",
        "NI":"Nicaragua", "NL":"Netherlands Países Bajos Holland Holanda", "NO":"Norway Noruega", "NP":"Nepal",
        "NR":"Nauru", "NU":"Niue", "NZ":"New Zealand Nueva Zelanda", "OM":"Oman Omán", "PA":"Panama Panamá",
        "PE":"Peru Perú", "PF":"French Polynesia Polinesia Francesa", "PG":"Papua New Guinea Papúa Nueva Guinea",
        "PH":"Philippines Filipinas", "PK":"Pakistan Pakistán", "PL":"Poland Polonia",
        "PM":"St. Pierre & Miquelon San Pedro y Miquelón", "PN":"Pitcairn Islands Islas Pitcairn", "PR":"Puerto Rico",
        "PS":"Palestinian Territories Territorios Palestinos", "PT":"Portugal", "PW":"Palau Palaos", "PY":"Paraguay",
        "QA":"Qatar Catar", "RE":"Réunion Reunión", "RO":"Romania Rumanía", "RS":"Serbia", "RU":"Russia Rusia",
        "RW":"Rwanda Ruanda", "SA":"Saudi Arabia Arabia Saudí", "SB":"Solomon Islands Islas Salomón",
        "SC":"Seychelles", "SD":"Sudan Sudán", "SE":"Sweden Suecia", "SG":"Singapore Singapur",
        "SH":"St. Helena Santa Elena", "SI":"Slovenia Eslovenia", "SJ":"Svalbard & Jan Mayen Svalbard y Jan Mayen",
        "SK":"Slovakia Eslovaquia", "SL":"Sierra Leone Sierra Leona", "SM":"San Marino", "SN":"Senegal",
        "SO":"Somalia", "SR":"Suriname Surinam", "SS":"South Sudan Sudán del Sur",
        "ST":"São Tomé & Príncipe Santo Tomé y Príncipe", "SV":"El Salvador", "SX":"Sint Maarten", "SY":"Syria Siria",
        "SZ":"Swaziland Suazilandia Swaziland", "TA":"Tristan da Cunha Tristán de Acuña",
        "TC":"Turks & Caicos Islands Islas Turcas y Caicos", "TD":"Chad",
        "TF":"French Southern Territories Territorios Australes Franceses", "TG":"Togo", "TH":"Thailand Tailandia",
        "TJ":"Tajikistan Tayikistán", "TK":"Tokelau", "TL":"Timor-Leste East Timor", "TM":"Turkmenistan Turkmenistán",
        "TN":"Tunisia Túnez", "TO":"Tonga", "TR":"Turkey Turquía Turkey", "TT":"Trinidad & Tobago Trinidad y Tobago",
        "TV":"Tuvalu", "TW":"Taiwan Taiwán", "TZ":"Tanzania", "UA":"Ukraine Ucrania", "UG":"Uganda",
        "US":"Estados Unidos USA EEUU EUA", "UY":"Uruguay", "UZ":"Uzbekistan Uzbekistán",
        "VA":"Vatican City Ciudad del Vaticano", "VC":"St. Vincent & Grenadines San Vicente y las Granadinas",
        "VE":"Venezuela", "VG":"British Virgin Islands Islas Vírgenes Británicas",
        "VI":"U.S. Virgin Islands Islas Vírgenes de EE. UU.", "VN":"Vietnam", "VU":"Vanuatu",
        "WF":"Wallis & Futuna Wallis y Futuna", "WS":"Samoa", "XK":"Kosovo", "YE":"Yemen", "YT":"Mayotte",
        "ZA":"South Africa Sudáfrica", "ZM":"Zambia", "ZW":"Zimbabwe Zimbabue"
    }' ->> code;

-- What is asked for, folded, with the English names of countries that begin with "United" as their letters.
create function countries_asked(folded text) returns text
    language sql immutable parallel safe strict
    return regexp_replace(regexp_replace(regexp_replace(folded,
        '\m(the )?united states( of america)?\M', 'usa', 'g'), '\m(the )?united kingdom\M', 'uk', 'g'), '\m(the )?united arab emirates\M', 'uae', 'g');

drop index churches_search;
alter table churches drop column search_words;
alter table churches add column search_words tsvector generated always as (to_tsvector('simple'::regconfig,
    public.fold_words(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(public.region_names(country, state), '') || ' ' ||
        coalesce(postal_code, '') || ' ' || coalesce(country, '') || ' ' || coalesce(public.country_names(country), '') || ' ' ||
        replace(coalesce(denomination, ''), '_', ' ')))) stored;
comment on column churches.search_words is 'Name, place and denomination without accents and case; of a state its code and names, of a country too.';
create index churches_search on churches using gin (search_words);

-- +goose Down

drop index churches_search;
alter table churches drop column search_words;
alter table churches add column search_words tsvector generated always as (to_tsvector('simple'::regconfig,
    public.fold_words(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(public.region_names(country, state), '') || ' ' ||
        coalesce(postal_code, '') || ' ' || coalesce(country, '') || ' ' || replace(coalesce(denomination, ''), '_', ' ')))) stored;
comment on column churches.search_words is 'Name, place and denomination without accents and case; of a state its code and names.';
create index churches_search on churches using gin (search_words);
drop function countries_asked(text);
drop function country_names(text);
