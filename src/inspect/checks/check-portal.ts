import { formatDuration } from '../../model/durations.js';
import type { PortalClient, PortalReply } from '../../portal/client.js';
import type { Connection } from '../../wire/replies.js';
import { fail, ok, warn, type Check } from './check.js';

/** Clock differences above which signed requests may be refused, in milliseconds. */
const skewWarnMs = 5_000;
const skewFailMs = 60_000;

/** Checks that the portal accepts the key, and that the clocks agree; shows the portal's limits. */
export async function checkPortal(portal: PortalClient): Promise<Check[]> {
  const reply = await portal.ping();
  const clock = checkClock(portal.clockOffset());
  if (reply.kind === 'ok') {
    const { app, limits } = reply.body;
    return [
      ok(
        'portal',
        `The portal answers as app ${app.name === '' ? app.id : app.name} (${app.environment}): ${limits.rate_limit_per_minute} requests a minute, ${limits.connection_items_per_hour} items an hour and connection, ${limits.max_batch_items} items a batch.`,
      ),
      clock,
    ];
  }
  if (reply.kind === 'refused')
    return [
      fail(
        'portal',
        `The portal refuses our requests (${reply.code}: ${reply.message}): nothing can be sent.`,
        'Check portal.key_id and that this key’s public half is registered; check the clock below.',
      ),
      clock,
    ];
  return [
    fail(
      'portal',
      `${reply.reason} Until it answers, the outbox waits.`,
      'Check portal.base_url and this machine’s network; feedsync retries automatically.',
    ),
  ];
}

function checkClock(offsetMs: number): Check {
  const skew = Math.abs(offsetMs);
  const direction = offsetMs > 0 ? 'behind' : 'ahead of';
  if (skew <= skewWarnMs) return ok('clock', 'This machine’s clock agrees with the portal’s.');
  const message = `This machine’s clock is ${formatDuration(skew)} ${direction} the portal’s: signed requests may be refused.`;
  const next = 'Enable time synchronisation (NTP) on this machine.';
  return skew > skewFailMs ? fail('clock', message, next) : warn('clock', message, next);
}

/** Checks that the connection accepts listings. */
export async function checkConnection(id: string, portal: PortalClient): Promise<Check> {
  const about = `connection ${id}`;
  const reply = await portal.getConnection(id);
  return reply.kind === 'ok' ? connectionState(about, reply.body) : connectionFailure(about, reply);
}

function connectionState(about: string, { status, agency, paused }: Connection): Check {
  const { used, limit } = agency.listing_quota;
  const quota = limit === null ? `${used} listings` : `${used} of ${limit} listings used`;
  switch (status) {
    case 'active':
      return ok(about, `${agency.name}: active, ${quota}, ${agency.photo_limit} photos a listing.`);
    case 'certifying':
      return warn(
        about,
        `${agency.name}: the portal’s staff are still certifying it; they review only a first batch.`,
        'Wait for the portal’s staff; if they send it back, read their note.',
      );
    case 'paused':
      return warn(
        about,
        `${agency.name}: paused${paused === null ? '' : ` by ${paused.by}${paused.reason === null ? '' : ` (${paused.reason})`}`}; its outbox waits.`,
        'Ask the party that paused it to resume it; feedsync then continues automatically.',
      );
    case 'revoked':
      return fail(
        about,
        `${agency.name}: the agency revoked it; nothing more can be sent.`,
        'Ask the agency for a new connect code, or take its feeds out of the configuration.',
      );
  }
}

function connectionFailure(about: string, reply: Exclude<PortalReply<Connection>, { kind: 'ok' }>): Check {
  if (reply.kind === 'refused' && reply.scope === 'not_found')
    return fail(
      about,
      'The portal does not know it: it belongs to another app or environment, or the id is wrong.',
      '`feedsync connections` lists those of this key.',
    );
  const reason = reply.kind === 'refused' ? reply.message : reply.reason;
  return fail(about, `Its state could not be read (${reason}).`, 'See the portal check.');
}
