import { expect, test } from 'vitest'
import { findTenancyFaults } from '../../testing/find-tenancy-faults.ts'
import { inRolledBackTransaction } from '../../testing/rolled-back.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

/** The faults after a change, without the trigger that test servers add. */
const faultsAfter = (change: string): Promise<string[]> =>
  inRolledBackTransaction(instance.server.database.owner, async (client) => {
    await client.query(`drop schema testing cascade; ${change}`)
    return findTenancyFaults(client)
  })

test('all tables isolate tenants and can be distributed by tenant', async () => {
  expect(await faultsAfter('')).toEqual([])
})

const GOOD = `create table good (
  tenant_id uuid not null references tenants (tenant_id), id uuid not null, user_id uuid, primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
); select directory.protect_tenant_table('good');`

test.each([
  ['a table without a tenant', 'create table bad (id uuid primary key)', 'bad has no tenant_id uuid not null'],
  [
    'a primary key without the tenant',
    `${GOOD} alter table good add column slug text unique`,
    'good: unique index good_slug_key does not begin with tenant_id',
  ],
  [
    'a unique index that begins elsewhere',
    `${GOOD} create unique index odd on good (user_id, tenant_id)`,
    'good: unique index odd does not begin with tenant_id',
  ],
  [
    'a foreign key without the tenant',
    `${GOOD} create unique index u on directory.logins (id); alter table good add column login uuid references directory.logins (id)`,
    'good: foreign key good_login_fkey does not carry tenant_id on both sides',
  ],
  [
    'a foreign key that begins elsewhere',
    `${GOOD} alter table good add foreign key (user_id, tenant_id) references users (id, tenant_id)`,
    'good: foreign key good_user_id_tenant_id_fkey does not carry tenant_id on both sides',
  ],
  [
    'a foreign key from the directory',
    'alter table directory.memberships add foreign key (tenant_id, user_id) references users (tenant_id, id) not valid',
    'directory.memberships: foreign key memberships_tenant_id_user_id_fkey points to a tenant table',
  ],
  [
    'a foreign key that sets null',
    `${GOOD} alter table good add foreign key (tenant_id, user_id) references users (tenant_id, id) on delete set null`,
    'good: foreign key good_tenant_id_user_id_fkey1 has an action other than cascade and no action',
  ],
  [
    'a foreign key that restricts',
    `${GOOD} alter table good add foreign key (tenant_id, user_id) references users (tenant_id, id) on delete restrict`,
    'good: foreign key good_tenant_id_user_id_fkey1 has an action other than cascade and no action',
  ],
  [
    'an exclusion constraint that begins elsewhere',
    `${GOOD} alter table good add constraint apart exclude using btree (id with =, tenant_id with =)`,
    'good: unique index apart does not begin with tenant_id',
  ],
  [
    'an identity added later',
    `${GOOD} alter table good add column n bigint generated always as identity`,
    'good.n takes its values from a sequence',
  ],
  ['a serial added later', `${GOOD} alter table good add column n serial`, 'good.n takes its values from a sequence'],
  [
    'a policy with a sub-select',
    `${GOOD} create policy via on good as restrictive using (exists (select from users u where u.id = user_id))`,
    'good: policy via has a sub-select',
  ],
  [
    'no forced row level security',
    `${GOOD} alter table good no force row level security`,
    'good does not force row level security',
  ],
  ['no policy', `${GOOD} drop policy tenant on good`, 'good lacks the tenant policy'],
  [
    'a policy for everyone',
    `${GOOD} create policy all_in on good using (true)`,
    'good has a policy all_in that grants access across tenants',
  ],
  [
    'a trigger',
    `${GOOD} create trigger t before update on good for each row execute function suppress_redundant_updates_trigger()`,
    'good has a trigger t',
  ],
  ['a right to truncate', `${GOOD} grant truncate on good to frontdesk_app`, 'good may be truncate by the application'],
  [
    'a view',
    'create view peek as select * from messages; grant select on peek to frontdesk_app',
    'view peek bypasses row level security',
  ],
  [
    'a function with its owner’s rights',
    `create function peek() returns bigint language sql security definer as 'select count(*) from messages'`,
    "function peek() runs with its owner's rights",
  ],
  [
    'a search without a tenant',
    `create function search.all_of_it() returns bigint language plpgsql security definer as
     $$ declare n bigint; begin execute 'select count(*) from messages m' into n using search.tenant(); return n; end $$;
     alter function search.all_of_it() owner to frontdesk_search`,
    'function search.all_of_it() does not filter by the tenant of its transaction',
  ],
  [
    'a search that reads on',
    'grant select (note) on contact_notes to frontdesk_search',
    'contact_notes.note is readable by frontdesk_search',
  ],
  ['a role that bypasses', 'alter role frontdesk_app bypassrls', 'role frontdesk_app has excessive privileges'],
  ['a table of the application', `${GOOD} alter table good owner to frontdesk_app`, 'role frontdesk_app owns good'],
  [
    'an inbound role that deletes',
    'grant delete on messages to frontdesk_inbound',
    'messages may be delete by frontdesk_inbound',
  ],
  [
    'an inbound role that sees everybody',
    `${GOOD} create policy inbound on good to frontdesk_inbound using (true)`,
    'good has a policy inbound that grants access across tenants',
  ],
  [
    'a dispatcher that reads on',
    `${GOOD} grant select on good to frontdesk_dispatcher`,
    'good is readable by the dispatcher',
  ],
])('the check finds %s', async (_what, planted, fault) => {
  expect(await faultsAfter(planted)).toContain(fault)
})

test('the check accepts a table created like the others', async () => {
  expect(await faultsAfter(GOOD)).toEqual([])
})
