import { describe, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { ErrorBook } from './error-texts/book.js';
import { commandTexts } from './error-texts/commands.js';
import { feedTexts } from './error-texts/feeds.js';
import { portalTexts } from './error-texts/portal.js';
import { reasonTexts, webhookTexts } from './error-texts/reasons.js';
import { storeTexts } from './error-texts/store.js';

const preface = `What feedsync says when it could not do what was wanted. Written by \`error-texts.test.ts\`: each text says what happened and what
to do next.
`;

/** Each test writes its chapters, and the last one compares them all with the reviewed file. */
describe('every error says what happened and what to do next', () => {
  const book = new ErrorBook();
  it('of commands', () => inWorld((world) => commandTexts(world, book)));
  it('of the portal', () => inWorld((world) => portalTexts(world, book)));
  it('of configuration and store', () => inWorld((world) => storeTexts(world, book)));
  it('of feeds', () => feedTexts(book));
  it('of webhooks', () => inWorld((world) => webhookTexts(world, book)));
  it('of listings', () => reasonTexts(book));
  it('as reviewed', () => expect(`${preface}\n${book.toString()}`).toMatchFileSnapshot('error-texts.md'));
});

/** With six listings live. */
async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await World.create();
  try {
    world.feed.body = estateFeed(ads(6));
    await world.round();
    world.clock.advance(minute);
    await work(world);
  } finally {
    await world.close();
  }
}
