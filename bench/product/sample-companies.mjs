import { importOfServer } from "./built-product.mjs";

export const PASSWORD = "Ridgebook-1";

/** Common names: each is the name of about one person in a hundred, like Smith. */
const FIRST_NAMES =
  "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Betty Mark Ashley Donald Emily Steven Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald Stephanie George Rebecca Jason Laura Edward Helen Jeffrey Sharon Ryan Cynthia Jacob Kathleen Nicholas Amy Gary Angela Eric Shirley Jonathan Anna Stephen Brenda Larry Pamela Justin Nicole Scott Ruth Brandon Katherine Benjamin Samantha Samuel Christine Gregory Emma Alexander Catherine Patrick Virginia Frank Debra Raymond Rachel Jack Janet Dennis Maria Jerry Heather José Zoë Chloé Renée André".split(
    " ",
  );
const LAST_NAMES =
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Müller Núñez O'Brien O'Connor".split(
    " ",
  );
/** The many rare names are combined from these. */
const NAME_BEGINNINGS =
  "Ash Black Brad Brook Burn Carl Chester Clay Dal East Farn Fair Glen Hald Hart Haver Holl Kings Lang Lind Lock Marsh Mill Nor Oak Pem Ray Rock Rosen Sand Shel Stan Ster Strat Thorn Wal Wells West Whit Wood".split(
    " ",
  );
const NAME_ENDINGS =
  "berg bury by combe cott croft dale den don er ery feld field ford gate ham hurst ington ison land ley low man mann mer more ner ney quist ridge sen shaw son stead stein ster strom ton ville worth".split(
    " ",
  );
const STREETS =
  "Maple Oak Cedar Pine Elm Washington Lake Hill Walnut Spring North Ridge Church Willow Mill Meadow Sunset Railroad Jackson River Highland Forest Park Lincoln Cherry Chestnut Franklin Center Prospect Spruce Hickory Dogwood Jefferson Madison Birch Laurel Poplar Adams Locust Valley Orchard Magnolia Woodland Sycamore Heritage Fairview Colonial Pleasant Garfield Monroe".split(
    " ",
  );
const STREET_KINDS = ["St", "Ave", "Dr", "Rd", "Ln", "Ct", "Ridge Dr", "Hollow Rd", "Creek Ln", "Grove Blvd"];
const CITIES = [
  "Portage",
  "Kalamazoo",
  "Grand Rapids",
  "Lansing",
  "Toledo",
  "Dayton",
  "Fort Wayne",
  "South Bend",
  "Elgin",
];
const STATES = ["MI", "MI", "MI", "MI", "OH", "OH", "IN", "IN", "IL"];
const AREA_CODES =
  "269 616 517 734 313 248 586 989 231 906 419 937 614 513 216 330 740 260 574 317 765 812 219 847 630 815".split(" ");
const STATUSES = ["New", "Appointment set", "Estimate", "Contract sent", "Sold", "Lost"];
const PROJECTS = ["Roofing", "Siding", "Windows", "Doors", "Gutters", "Trim", "Insulation", "Repairs"];
const NOTES =
  "Hail damage on the north slope, two layers of shingles. Wants the work done before the holidays; call after 4 pm. Dog in the yard, gate on the left side of the garage. Asked for a comparison of vinyl and fiber cement.";

/**
 * An account with a password and a company to work in.
 *
 * @param {{ superuser: import("pg").Client, name: string }} options
 * @returns {Promise<{ companyId: number, accountId: number, user: { email: string, password: string } }>}
 */
export async function createCompany({ superuser, name }) {
  const { hashPassword } = await importOfServer("features/accounts/password-hash.js");
  const email = `sales@${name.toLowerCase().replaceAll(" ", "-")}.test`;
  const { rows } = await superuser.query(
    `with person as (
       insert into account (email, password_hash, email_confirmed, first_name, last_name)
       values ($1, $2, true, 'Dana', 'Reyes') returning id
     ), firm as (insert into company (name) values ($3) returning id)
     select person.id as account_id, firm.id as company_id from person, firm`,
    [email, await hashPassword(PASSWORD), name],
  );
  const companyId = Number(rows[0].company_id);
  const accountId = Number(rows[0].account_id);
  await superuser.query("insert into membership (company_id, id, account_id, role) values ($1, $2, $2, 'User')", [
    companyId,
    accountId,
  ]);
  return { companyId, accountId, user: { email, password: PASSWORD } };
}

/**
 * Gives each company its leads: made-up people with common and seldom names, the same ones in every run.
 *
 * Triggers would take longer than everything else together, so their results (search texts, counts, change numbers) are
 * created here in one statement each, by the same functions and with the same contents. Leads of several companies lie
 * between each other in the table, as when all of them work at the same time.
 *
 * @param {object} options
 * @param {import("pg").Client} options.superuser
 * @param {readonly { companyId: number, accountId: number }[]} options.companies
 * @param {number} options.leadsEach
 * @param {number} [options.after] change numbers that the companies have used already
 */
export async function fillCompanies({ superuser, companies, leadsEach, after = 0 }) {
  await superuser.query(
    "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
  );
  await withoutIndexes({ superuser, tables: ["lead", "lead_search"] }, async () => {
    await superuser.query("select setseed(0.42)");
    await superuser.query(INSERT_LEADS, [
      companies.map(({ companyId }) => companyId),
      companies.map(({ accountId }) => accountId),
      leadsEach,
      FIRST_NAMES,
      LAST_NAMES,
      NAME_BEGINNINGS,
      NAME_ENDINGS,
      STREETS,
      STREET_KINDS,
      CITIES,
      STATES,
      AREA_CODES,
      STATUSES,
      PROJECTS,
      NOTES,
      after,
    ]);
    await superuser.query(INSERT_SEARCH_TEXTS);
  });
  await superuser.query(COUNT_LEADS);
  await superuser.query("reset session_replication_role; reset maintenance_work_mem; reset work_mem");
  await superuser.query("vacuum analyze");
}

/** One of the values of parameter `$n`, each as likely. */
const oneOf = (/** @type {number} */ n) => `($${n}::text[])[1 + floor(random() * cardinality($${n}::text[]))::int]`;
const PHONE = `'+1' || ${oneOf(12)} || (200 + floor(random() * 800))::int || lpad(floor(random() * 10000)::text, 4, '0')`;

const INSERT_LEADS = `
  insert into lead (company_id, change_number, first_name, last_name, company, phone, mobile_phone, email, street, city,
    state, zip_code, description, project_types, lead_status, customer_number, meeting_date, user_id, created_time,
    modified_time, modified_by)
  select company_id, number,
    case when kind < 0.97 then first_name else '' end,
    case when kind < 0.97 then last_name else '' end,
    case when kind > 0.85 then last_name || ' ' || kind_of_firm else '' end,
    phone, case when random() < 0.6 then mobile_phone else '' end,
    lower(first_name || '.' || regexp_replace(last_name, '\\W', '', 'g')) || number || '@example.test',
    street, ($10::text[])[place], ($11::text[])[place], (40000 + floor(random() * 20000))::int::text,
    left($15::text, floor(random() * length($15::text))::int),
    project_types, lead_status, 'C-' || (100000 + number),
    case when random() < 0.85
      then date_trunc('minute', timestamptz '2126-01-05 14:00:00+00' + (random() * 300) * interval '1 day') end,
    account_id, made_time, made_time, account_id
  from (
    select company_id, account_id, number, random() as kind,
      ${oneOf(4)} as first_name,
      case when random() < 0.7 then ${oneOf(5)} else ${oneOf(6)} || ${oneOf(7)} end as last_name,
      case when random() < 0.5 then 'Properties' else 'Homes LLC' end as kind_of_firm,
      ${PHONE} as phone, ${PHONE} as mobile_phone,
      (1 + floor(random() * 9899))::int || ' ' || ${oneOf(8)} || ' ' || ${oneOf(9)} as street,
      1 + floor(random() * cardinality($10::text[]))::int as place,
      array[${oneOf(14)}] as project_types, ${oneOf(13)} as lead_status,
      date_trunc('milliseconds', timestamptz '2025-01-01 00:00:00+00' + (random() * 500) * interval '1 day') as made_time
    from (
      select company_id, account_id, number
      from unnest($1::bigint[], $2::bigint[]) as firm (company_id, account_id), generate_series($16::int + 1, $16::int + $3::int) as number
      order by number, company_id
    ) as numbered
  ) as made`;

/** As keep_lead_search() of the migrations. */
const INSERT_SEARCH_TEXTS = `
  insert into lead_search (company_id, lead_id, name, document, name_sort)
  select company_id, id, searchable_text(trim(first_name || ' ' || last_name)),
    lead_search_document(first_name, last_name, company, phone, mobile_phone, email, street, city, zip_code,
      customer_number),
    name_sort
  from lead on conflict do nothing`;

/** As count_leads() and give_change_number() of the migrations. */
const COUNT_LEADS = `
  insert into change_counter (company_id, last_number, lead_count)
  select company_id, max(change_number), count(*) from lead group by company_id
  on conflict (company_id) do update
  set last_number = greatest(change_counter.last_number, excluded.last_number), lead_count = excluded.lead_count`;

/**
 * Does the work without the tables' indexes and creates them again: building an index once is faster than updating it.
 *
 * @param {{ superuser: import("pg").Client, tables: readonly string[] }} options
 * @param {() => Promise<void>} work
 */
async function withoutIndexes({ superuser, tables }, work) {
  const { rows } = await superuser.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any ($1::regclass[]) and not i.indisprimary`,
    [tables],
  );
  for (const { name } of rows) await superuser.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await superuser.query(definition);
}
