import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Fault } from '../../../src/sandbox/sandbox.js';
import { generateKeyPair } from '../../../src/wire/keys.js';
import { ad, ads, estateFeed } from '../../support/estate-feed.js';
import { hour, minute } from '../../support/manual-clock.js';
import { seededRandom } from '../../support/seeded-random.js';
import { World } from '../../support/world.js';
import { configurePortal, failsAlone, failsIn, readConfigFile, type ErrorBook, type Fails } from './book.js';

/** What the portal refuses, and what is lost on the way to it. */
export async function portalTexts(world: World, book: ErrorBook): Promise<void> {
  book.chapter('The portal');
  const fails = failsIn(world, book);
  await codes(world, fails);
  await keys(world, fails);
  await onTheWay(world, fails);
  await pushes(world, failsAlone(world, book));
  await certifying(book);
  await ports(world, failsAlone(world, book));
}

async function codes(world: World, fails: Fails): Promise<void> {
  const { staff } = world.sandbox;
  await fails('connect 00000000', 'too short');
  await fails('connect ABCD-EFGH-JKLM', 'a wrong one');
  const { code } = staff.issueCode();
  world.clock.advance(30 * 24 * hour);
  await fails(`connect ${code}`, 'one that lapsed');
  await fails('connect PX-TEST-ACCO-UNT1', 'of an agency that is blocked');
  await fails('connect PX-TEST-NUMB-ER01', 'of an agency without a number in the register');
  await fails('disconnect 00000000-0000-4000-8000-000000000000');
  await fails('batch 00000000-0000-4000-8000-000000000000');
}

async function keys(world: World, fails: Fails): Promise<void> {
  const { staff } = world.sandbox;
  const before = await readConfigFile(world);
  const otherKey = staff.registerKey(generateKeyPair(seededRandom('other')).publicKeyPem);
  await configurePortal(world, before, { key_id: 'px_unknown' });
  await fails('ping', 'a key that the portal does not know');
  await configurePortal(world, before, { key_id: otherKey });
  await fails('ping', 'the private key is another one’s');
  staff.revokeKey(otherKey);
  await fails('ping', 'a key that was revoked');
  await configurePortal(world, before, {});
  for (const code of ['timestamp_skewed', 'nonce_replayed', 'digest_mismatch']) {
    refuse(world, 401, code);
    await fails('ping', code);
    world.sandbox.faults.clear();
  }
  refuse(world, 403, 'app_suspended');
  await fails('ping', 'the app is suspended');
  world.sandbox.faults.clear();
}

async function onTheWay(world: World, fails: Fails): Promise<void> {
  const { faults, staff } = world.sandbox;
  const { code } = staff.issueCode();
  const fault = async (does: Fault['does'], note: string): Promise<void> => {
    faults.add({ does });
    await fails('ping', note);
    faults.clear();
  };
  faults.add({ does: { kind: 'cut', when: 'after' } });
  await fails(`connect ${code}`, 'its reply is lost');
  await fault({ kind: 'status', status: 429, code: 'rate_limit_exceeded', retryAfter: '30' }, 'too often');
  await fault({ kind: 'status', status: 500 }, 'the portal is in trouble');
  await fault({ kind: 'html' }, 'a login page answers');
  await fault({ kind: 'truncated' }, 'the reply is cut');
  const before = await readConfigFile(world);
  await configurePortal(world, before, { base_url: 'http://127.0.0.1:1/v1' });
  await fails('ping', 'nothing listens there');
  const withoutVersion = String(before.portal.base_url).replace(/\/v1$/, '');
  await configurePortal(world, before, { base_url: withoutVersion });
  await fails('ping', 'the address lacks the version');
  await fails('doctor', 'the address lacks the version');
  await configurePortal(world, before, {});
}

/** Why a round could not send what it has. */
async function pushes(world: World, fails: Fails): Promise<void> {
  const { faults, staff } = world.sandbox;
  const { connectionId } = world;
  let price = 50_000;
  const told = async (note: string, wait = 61 * minute): Promise<void> => {
    world.clock.advance(wait);
    world.feed.body = estateFeed([ad(1, { price: ++price }), ...ads(5, 2)]);
    await fails('sync', note);
    faults.clear();
  };
  const onPush = (status: number, code: string): void =>
    faults.add({ operation: 'push_batch', does: { kind: 'status', status, code, retryAfter: '60' } });
  staff.pause(connectionId, 'unpaid', 'agency');
  await told('the agency paused the connection');
  staff.resume(connectionId);
  await told('the connection goes on');
  onPush(429, 'connection_item_limit');
  await told('the budget is used up elsewhere');
  onPush(429, 'rate_limit_exceeded');
  await told('the key is to slow down');
  onPush(409, 'connection_not_active');
  await told('the connection was paused this minute');
  onPush(403, 'scope_missing');
  await told('one request is refused while the key is taken');
  refuse(world, 403, 'scope_missing', ['push_batch', 'ping']);
  await told('the key is refused', 25 * hour);
  refuse(world, 403, 'scope_missing', ['push_batch', 'ping']);
  await told('the key is still refused', minute);
  faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } });
  await told('the reply to a batch is lost');
  await told('and found again');
  refuse(world, 500, 'internal_error', ['vocabularies', 'search_places']);
  await told('the vocabulary cannot be read', 25 * hour);
  staff.setLimits({ connection_items_per_hour: 2 });
  await told('a smaller budget', 2 * hour);
  world.clock.advance(2 * hour);
  world.feed.body = estateFeed(ads(6).map((each) => ({ ...each, price: 70_000 })));
  await fails('sync', 'the hourly budget is spent');
  staff.revoke(connectionId);
  await told('the agency revoked the connection');
  await world.declare(([feed]) => [{ ...feed, connection: '00000000-0000-4000-8000-000000000000' }]);
  await told('a connection that the portal does not know');
}

/** The first push is looked at by the portal’s staff; what follows waits for them, and may be sent back. */
async function certifying(book: ErrorBook): Promise<void> {
  const world = await World.create({ connectionStatus: 'certifying', limits: { max_batch_items: 2 } });
  try {
    const fails = failsAlone(world, book);
    world.feed.body = estateFeed(ads(4));
    await fails('sync', 'the connection is being certified');
    world.sandbox.staff.sendBack(world.connectionId, 'Titles are in capitals.');
    world.clock.advance(hour);
    await fails('sync', 'the staff sent it back');
  } finally {
    await world.close();
  }
}

async function ports(world: World, fails: Fails): Promise<void> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await world.configure({ server: { listen: `127.0.0.1:${port}` } });
  await fails('run', 'another program listens there');
  await fails(`sandbox --port ${port}`, 'another program listens there');
  taken.close();
}

function refuse(world: World, status: number, code: string, operation?: string[]): void {
  const does = { kind: 'status', status, code } as const;
  world.sandbox.faults.add({ times: 5, does, ...(operation !== undefined && { operation }) });
}
