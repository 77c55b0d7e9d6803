import type pg from 'pg'

/**
 * The policy that grants the application access to a tenant's rows; see `directory.protect_tenant_table` in the
 * migrations.
 */
const POLICY = "(tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)"

/** Policy of the role that stores texts of several tenants: only the tenants its transaction names. */
const INBOUND_POLICY = "(strpos(current_setting('app.tenant_ids'::text, true), (tenant_id)::text) > 0)"

/** Each query returns the violations of one rule as sentences. */
const RULES = [
  // Every table in `public` is a tenant table, except `migrations`.
  `select format('%s has no tenant_id uuid not null', t.oid::regclass) from tenant_tables t
   where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id' and a.attnotnull and a.atttypid = 'uuid'::regtype)`,
  `select format('%s has no primary key', t.oid::regclass) from tenant_tables t
   where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
  `select format('%s: unique index %s does not begin with tenant_id', t.oid::regclass, i.indexrelid::regclass)
   from tenant_tables t join pg_index i on i.indrelid = t.oid
   where (i.indisunique or i.indisexclusion) and coalesce((
     select a.attname from pg_attribute a where a.attrelid = t.oid and a.attnum = i.indkey[0]), '') <> 'tenant_id'`,
  `select format('%s: foreign key %s does not carry tenant_id on both sides', c.conrelid::regclass, c.conname)
   from pg_constraint c join tenant_tables t on t.oid in (c.conrelid, c.confrelid)
   where c.contype = 'f' and not exists (
     select from pg_attribute a join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
     where a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attname = 'tenant_id' and b.attname = 'tenant_id')`,
  `select format('%s: foreign key %s has an action other than cascade and no action', c.conrelid::regclass, c.conname)
   from pg_constraint c join tenant_tables t on t.oid = c.conrelid
   where c.contype = 'f' and (c.confdeltype not in ('a', 'c') or c.confupdtype not in ('a', 'c'))`,
  // A table that is copied to every node cannot depend on one that is distributed.
  `select format('%s: foreign key %s points to a tenant table', c.conrelid::regclass, c.conname)
   from pg_constraint c join tenant_tables t on t.oid = c.confrelid
   where c.contype = 'f' and not exists (select from tenant_tables o where o.oid = c.conrelid)`,
  // A sequence cannot be added to a distributed table: the columns listed were created with their tables.
  `select format('%s.%s takes its values from a sequence', t.oid::regclass, a.attname) from tenant_tables t
   join pg_attribute a on a.attrelid = t.oid and not a.attisdropped
   left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
   where (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')
     and (t.oid::regclass::text, a.attname) not in (
       ('events', 'id'), ('conversation_counts', 'id'), ('contact_counts', 'id'), ('tag_counts', 'id'), ('payment_days', 'id'),
       ('payment_totals', 'id')
     )`,
  `select format('%s: policy %s has a sub-select', p.polrelid::regclass, p.polname) from pg_policy p
   join tenant_tables t on t.oid = p.polrelid where concat(p.polqual, p.polwithcheck) like '%SUBLINK%'`,
  `select format('%s does not force row level security', t.oid::regclass) from tenant_tables t
   join pg_class c on c.oid = t.oid where not (c.relrowsecurity and c.relforcerowsecurity)`,
  `select format('%s lacks the tenant policy', t.oid::regclass) from tenant_tables t
   where not exists (select from pg_policy p where p.polrelid = t.oid and p.polcmd = '*' and p.polroles = '{0}'
     and p.polwithcheck is null and pg_get_expr(p.polqual, p.polrelid) = $POLICY$${POLICY}$POLICY$)`,
  `select format('%s has a policy %s that grants access across tenants', p.polrelid::regclass, p.polname) from pg_policy p
   join tenant_tables t on t.oid = p.polrelid
   where p.polpermissive and pg_get_expr(p.polqual, p.polrelid) <> $POLICY$${POLICY}$POLICY$
     and not (p.polrelid = 'events'::regclass and p.polcmd = 'r'
       and p.polroles = array(select oid from pg_roles where rolname = 'frontdesk_dispatcher'))
     and not (p.polcmd = 'r' and p.polroles = array(select oid from pg_roles where rolname = 'frontdesk_search'))
     and not (p.polroles = array(select oid from pg_roles where rolname = 'frontdesk_inbound')
       and p.polwithcheck is null and pg_get_expr(p.polqual, p.polrelid) = $POLICY$${INBOUND_POLICY}$POLICY$)`,
  `select format('%s has a trigger %s', g.tgrelid::regclass, g.tgname) from pg_trigger g
   join tenant_tables t on t.oid = g.tgrelid where not g.tgisinternal`,
  // Row level security does not apply to TRUNCATE and REFERENCES.
  `select format('%s may be %s by the application', t.oid::regclass, lower(privilege)) from tenant_tables t
   cross join unnest('{TRUNCATE,REFERENCES,TRIGGER}'::text[]) as privilege
   where has_table_privilege('frontdesk_app', t.oid, privilege)`,
  // A view without security_invoker reads with its owner's rights.
  `select format('view %s bypasses row level security', c.oid::regclass) from pg_class c
   where c.relkind in ('v', 'm') and c.relnamespace in ('public'::regnamespace, 'directory'::regnamespace)
     and has_table_privilege('frontdesk_app', c.oid, 'SELECT')
     and not coalesce('security_invoker=true' = any(c.reloptions), false)`,
  `select format('function %s runs with its owner''s rights', p.oid::regprocedure) from pg_proc p
   where p.prosecdef and has_function_privilege('frontdesk_app', p.oid, 'EXECUTE')
     and has_schema_privilege('frontdesk_app', p.pronamespace, 'USAGE') and p.oid::regprocedure::text not in ('jobs.enqueue(jsonb)', 'directory.analyze_contacts()')
     and not (p.pronamespace = 'search'::regnamespace and p.proowner = 'frontdesk_search'::regrole)`,
  // Search functions bypass the policies, so each part must filter by the tenant of the transaction, not by an
  // argument.
  `select format('function %s does not filter by the tenant of its transaction', p.oid::regprocedure) from pg_proc p
   where p.pronamespace = 'search'::regnamespace and p.prosecdef and (
     regexp_count(p.prosrc, 'from (messages|contacts|conversations|merged_conversations) ')
       <> regexp_count(p.prosrc, 'from (messages|contacts|conversations|merged_conversations) (\\w)\\s+where \\2\\.tenant_id = \\$1\\s')
     or regexp_count(p.prosrc, 'execute') <> regexp_count(p.prosrc, 'using search\\.tenant\\(\\)'))`,
  `select format('role %s has excessive privileges', r.rolname) from pg_roles r
   where r.rolname in ('frontdesk_app', 'frontdesk_dispatcher', 'frontdesk_inbound', 'frontdesk_search')
     and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb
       or exists (select from pg_auth_members m where m.member = r.oid))`,
  `select format('role %s owns %s', r.rolname, c.oid::regclass) from pg_class c join pg_roles r on r.oid = c.relowner
   where r.rolname in ('frontdesk_app', 'frontdesk_dispatcher', 'frontdesk_inbound', 'frontdesk_search')`,
  // No role may become frontdesk_search, and it may read only the searched columns.
  `select format('role %s may become frontdesk_search', m.member::regrole) from pg_auth_members m
   where m.roleid = 'frontdesk_search'::regrole and m.member in ('frontdesk_app'::regrole, 'frontdesk_dispatcher'::regrole)`,
  `select format('%s.%s is readable by frontdesk_search', t.oid::regclass, a.attname) from tenant_tables t
   join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   where has_column_privilege('frontdesk_search', t.oid, a.attnum, 'SELECT')
     and (t.oid::regclass::text, a.attname) not in (
       ('messages', 'tenant_id'), ('messages', 'id'), ('messages', 'conversation_id'), ('messages', 'type'), ('messages', 'body'),
       ('messages', 'data'), ('messages', 'created_at'), ('contacts', 'tenant_id'), ('contacts', 'phone'), ('contacts', 'name_key'),
       ('contacts', 'id'), ('contacts', 'email'), ('contacts', 'tags'), ('contacts', 'labels'), ('contacts', 'main_id'),
       ('contacts', 'other_emails'), ('contacts', 'created_at'), ('contacts', 'custom'),
       ('conversations', 'tenant_id'), ('conversations', 'contact_phone'), ('conversations', 'friendly_name'),
       ('merged_conversations', 'tenant_id'), ('merged_conversations', 'contact_phone'), ('merged_conversations', 'friendly_name'))`,
  // The role for inbound texts and events may insert into five tables and update some columns of conversations, but
  // delete nothing.
  `select format('%s may be %s by frontdesk_inbound', t.oid::regclass, lower(privilege)) from tenant_tables t
   cross join unnest('{INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) as privilege
   where has_table_privilege('frontdesk_inbound', t.oid, privilege)
     and (privilege <> 'INSERT' or t.oid <> all ('{messages,files,events,conversation_counts,payment_events}'::regclass[]))`,
  `select format('role %s may become frontdesk_inbound', m.member::regrole) from pg_auth_members m
   where m.roleid = 'frontdesk_inbound'::regrole and m.member in ('frontdesk_app'::regrole, 'frontdesk_dispatcher'::regrole)`,
  `select format('%s is readable by the dispatcher', t.oid::regclass) from tenant_tables t
   where t.oid <> 'events'::regclass and has_any_column_privilege('frontdesk_dispatcher', t.oid, 'SELECT')`,
]

const TENANT_TABLES = `with tenant_tables as (
  select oid from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'migrations'
)`

/** Finds parts of the schema that could expose one tenant's rows to another, or that prevent distribution by tenant. */
export async function findTenancyFaults(owner: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const faults: string[] = []
  for (const rule of RULES) {
    const { rows } = await owner.query<{ format: string }>(`${TENANT_TABLES} ${rule} order by 1`)
    faults.push(...rows.map(({ format }) => format))
  }
  return faults
}
