import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { FetchReply } from '../../src/platform/http/fetcher.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute, second } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { altered } from '../support/altered.js';

let world: World;
afterEach(async () => world.close());

interface Asked {
  path: string;
  status: number;
}

const host = 'photos.agency.example';

/** A photo server of the agency's: what it shows at each path, by an ETag for each picture. */
class PhotoServer {
  readonly pictures = new Map<string, string>();
  status = 200;
  type = 'image/jpeg';
  asked: Asked[] = [];

  reply(path: string, headers: Record<string, string>): FetchReply {
    const picture = this.pictures.get(path) ?? `picture of ${path}`;
    const etag = `"${picture.length}-${picture.slice(0, 5)}"`;
    const status = this.status === 200 && headers['if-none-match'] === etag ? 304 : this.status;
    this.asked.push({ path, status });
    const body = Readable.from(status === 200 ? [Buffer.from(picture)] : []);
    return { status, headers: { etag, 'content-type': this.type }, body };
  }
}

/** The feed's own requests go their way; those for photos are answered here. */
function servePhotos(): PhotoServer {
  const server = new PhotoServer();
  const { services } = world.app;
  const { fetcher } = services;
  altered(services).fetcher = {
    open: (request) =>
      request.url.host === host
        ? Promise.resolve(server.reply(request.url.pathname, request.headers))
        : fetcher.open(request),
  };
  return server;
}

/** What the daemon does by itself for some seconds. */
async function goOn(seconds: number, step = second): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    world.clock.advance(step);
    await world.app.engine.tick();
    await world.app.engine.idle();
  }
}

function photoDigests(externalId: string): (string | null)[] {
  const { photos } = world.payload(externalId) as { photos: { digest?: string }[] };
  return photos.map(({ digest }) => digest ?? null);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function started(feed: Record<string, unknown> = { photos: { check: 'daily' } }): Promise<PhotoServer> {
  world = await World.create({ feed });
  world.feed.body = estateFeed(ads(3));
  const server = servePhotos();
  await goOn(8, 5 * second);
  expect(world.live()).toHaveLength(3);
  return server;
}

describe('photos.check: daily', () => {
  it('sends a picture that was replaced under its address, and that listing alone', async () => {
    const server = await started();
    expect(server.asked).toHaveLength(6);
    expect(photoDigests('A0001')).toEqual([
      sha256('picture of /A0001_1.jpg'),
      sha256('picture of /A0001_2.jpg'),
    ]);

    // The next day nothing changed: everything is asked for, nothing is read or sent.
    server.asked = [];
    const spent = world.spent();
    await goOn(1, day);
    await goOn(4);
    expect(server.asked.map(({ status }) => status)).toEqual([304, 304, 304, 304, 304, 304]);
    expect(world.spent()).toBe(spent);

    server.pictures.set('/A0002_2.jpg', 'another picture');
    await goOn(1, day);
    await goOn(8, 5 * second);
    expect(photoDigests('A0002')).toEqual([sha256('picture of /A0002_1.jpg'), sha256('another picture')]);
    expect(world.spent() - spent).toBe(1);
  });

  it('asks a host for a few pictures a second, and goes on after a restart', async () => {
    world = await World.create({ feed: { photos: { check: 'daily' } } });
    world.feed.body = estateFeed(ads(6));
    const server = servePhotos();
    await goOn(1);
    await goOn(1);
    expect(server.asked.length).toBeLessThanOrEqual(4);
    const [before] = [server.asked.length];
    await world.restart();
    const again = servePhotos();
    await goOn(4);
    expect(before + again.asked.length).toBe(12);
  });

  it('keeps what is known when a listing is mapped anew', async () => {
    await started();
    const spent = world.spent();
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, tables: { heating: { Plazma: null } } })));
    await world.restart();
    servePhotos();
    world.clock.advance(15 * minute);
    await world.round();
    expect(world.spent()).toBe(spent);
    expect(photoDigests('A0001')).not.toContain(null);

    world.feed.body = estateFeed([ad(1, { price: 88_000 }), ...ads(2, 2)]);
    world.clock.advance(15 * minute);
    await world.round();
    expect(world.spent() - spent).toBe(1);
    expect(photoDigests('A0001')).not.toContain(null);
  });

  it.each([
    ['a server in trouble', (server: PhotoServer) => (server.status = 503)],
    ['a picture that is gone', (server: PhotoServer) => (server.status = 404)],
    ['a page instead of a picture', (server: PhotoServer) => (server.type = 'text/html')],
  ])('%s changes nothing', async (_name, break_) => {
    const server = await started();
    const spent = world.spent();
    const known = photoDigests('A0001');
    break_(server);
    server.pictures.set('/A0001_1.jpg', 'an error');
    await goOn(1, day);
    await goOn(4);
    expect(world.spent()).toBe(spent);
    expect(photoDigests('A0001')).toEqual(known);
    // A busy host is left alone after the first refusal.
    if (server.status === 503) expect(server.asked.filter(({ status }) => status === 503)).toHaveLength(1);
  });

  it('is off where nobody asked for it', async () => {
    const server = await started({});
    await goOn(2, hour);
    expect(server.asked).toEqual([]);
    expect(photoDigests('A0001')).toEqual([null, null]);
  });
});
