import type { App } from '../../src/assemble.js';
import { feedDeaths } from '../../src/store/facts/feed-deaths.js';
import type { Hold } from '../../src/model/hold.js';
import type { Agency } from './agency.js';
import type { World } from './network.js';

/** Somebody looks at what waits, and decides: often well, sometimes not. */
export async function decideSomething(app: App, world: World, sense: number): Promise<void> {
  const { store } = app.services;
  for (const hold of await store.holds.open({})) {
    if (world.dice.chance(0.5)) await decide(hold, app, world, sense);
  }
}

async function decide(hold: Hold, app: App, world: World, sense: number): Promise<void> {
  const { store, clock } = app.services;
  const shown = await store.holds.get(hold.id);
  if (shown === null) return;
  if (hold.kind === 'content') return decideContent(hold, app, world, sense);
  const ids = shown.lines.map(({ externalId }) => externalId);
  const isRight =
    hold.kind === 'plan' || ids.every((id) => !isOffered(id, hold.connectionId, world.agencies));
  const approves = world.dice.chance(sense) ? isRight : world.dice.chance(0.5);
  world.note(`somebody ${approves ? 'approves' : 'rejects'} hold ${hold.id} (${hold.kind}, ${ids.length})`);
  // A decision may fall on a later revision than the one that was looked at; what it names then is given up too.
  if (approves)
    for (const id of ids) {
      world.witness.givenUp.add(`${hold.connectionId} ${id}`);
      world.planted.approvedAt.set(`${hold.connectionId} ${id}`, clock.now());
    }
  else for (const id of ids) world.planted.kept.add(`${hold.connectionId} ${id}`);
  const feed = hold.feedId === null ? null : await store.feeds.get(hold.feedId);
  const agency = world.agencies.find(({ name }) => name === feed?.name);
  if (hold.kind === 'plan' && !approves && agency !== undefined) world.planted.of(agency).isRejected = true;
  if (hold.kind === 'orphan') agency?.forgetTold();
  // The whole file is, also where the source has gone back from it.
  if (hold.kind === 'plan' && approves)
    for (const id of agency?.lackedWhenHeld() ?? []) world.witness.givenUp.add(`${hold.connectionId} ${id}`);
  await store.intents.add({
    kind: approves ? 'approve' : 'reject',
    payload: { holdId: hold.id, expect: hold.lineCount },
    author: 'somebody',
    now: clock.now(),
  });
}

/** Values in doubt are confirmed, or stay as they are on the portal. */
async function decideContent(hold: Hold, app: App, world: World, sense: number): Promise<void> {
  const { store, clock } = app.services;
  const doubts = hold.feedId === null ? [] : await store.content.doubts(hold.feedId);
  const approves = world.dice.chance(sense);
  world.note(`somebody ${approves ? 'confirms' : 'rejects'} the ${doubts.length} values of hold ${hold.id}`);
  const decided = approves ? world.witness.confirmed : world.planted.rejected;
  for (const { connectionId, externalId, value } of doubts) {
    decided.add(`${connectionId} ${externalId} ${value.split(' ')[0] ?? ''}`);
    decided.add(`${connectionId} ${externalId} ${value}`);
  }
  await store.intents.add({
    kind: approves ? 'approve' : 'reject',
    payload: { holdId: hold.id, expect: hold.lineCount },
    author: 'somebody',
    now: clock.now(),
  });
}

export function isOffered(id: string, connectionId: string, agencies: readonly Agency[]): boolean {
  return agencies.some((agency) => agency.connectionId === connectionId && agency.ads.has(id));
}

/** Deaths here come by chance: the operator looks at a feed that was suspended after two, and has it read on. */
export async function resumeSuspended(app: App, world: World): Promise<void> {
  const { store, clock } = app.services;
  const deaths = await feedDeaths(store);
  for (const { name } of world.agencies.filter(({ life }) => life !== 'paused')) {
    const row = await store.feeds.byName(name);
    if (row === null || deaths[row.id]?.suspendedSince == null) continue;
    world.note(`the operator resumes ${name}`);
    const payload = { feed: name };
    await store.intents.add({ kind: 'resume', payload, author: 'somebody', now: clock.now() });
  }
}

/** Wishes that have nothing to do with holds. */
export async function wishSomething(app: App, world: World): Promise<void> {
  const { store, clock } = app.services;
  const agency = world.dice.pick(world.agencies);
  const ids = [...agency.ads.keys()];
  const what = world.dice.weighted({ suppress: 3, unsuppress: 3, pause: 1, resume: 3, resend: 1 });
  const add = (
    kind: 'suppress' | 'unsuppress' | 'pause' | 'resume' | 'resend',
    payload: Record<string, unknown>,
  ) => {
    world.note(`somebody asks: ${kind} ${JSON.stringify(payload)}`);
    return store.intents.add({ kind, payload, author: 'somebody', now: clock.now() });
  };
  if (what === 'pause' || what === 'resume') {
    agency.life = what === 'pause' ? 'paused' : 'active';
    await add(what, { feed: agency.name });
  } else if (what === 'resend') {
    await add(what, { code: 'worker_error', connectionId: agency.connectionId, feedId: null });
  } else if (ids.length > 0) {
    const listing = { connectionId: agency.connectionId, externalId: world.dice.pick(ids) };
    if (what === 'suppress') {
      world.witness.givenUp.add(`${listing.connectionId} ${listing.externalId}`);
      await add(what, { ...listing, reason: 'the owner asked for it', until: null });
    } else await add(what, listing);
  }
}
