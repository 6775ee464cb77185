import type { VocabularyDocument } from '../../src/sandbox/state/vocabulary.js';
import type { World } from './network.js';
import { hour, minute } from './sim-time.js';

/** The people of the portal: they pause, certify, change limits and words, and touch what was pushed. */
export class PortalStaff {
  #houses: VocabularyDocument['categories'] | null = null;

  constructor(private readonly world: World) {}

  act(): void {
    const { dice, sandbox, time, witness, agencies } = this.world;
    const { connectionId } = dice.pick(agencies);
    const { status } = sandbox.staff.connection(connectionId);
    const what = dice.weighted({
      pause: 2,
      resume: 4,
      quota: 2,
      photos: 1,
      limits: 2,
      vocabulary: 2,
      drift: 3,
    });
    this.world.note(`the portal: ${what}`);
    witness.changedOutside();
    if (what === 'pause' && status === 'active') sandbox.staff.pause(connectionId);
    else if (what === 'resume') this.#letGoOn(connectionId);
    else if (what === 'quota') sandbox.staff.setQuota(connectionId, dice.pick([null, null, 5, 12]));
    else if (what === 'photos') {
      sandbox.staff.setPhotoLimit(connectionId, dice.pick([1, 10, 30]));
      witness.planMayKeepMore(connectionId);
    } else if (what === 'vocabulary') this.#changeVocabulary();
    else if (what === 'drift') this.#changeBehindItsBack(connectionId);
    else if (what === 'limits') {
      witness.limitsMovedUntil = time.now + 2 * hour;
      this.setBudget(dice.pick([5, 20, 500]));
    }
  }

  /** Nothing at the portal stands in the way any more. */
  makeWell(): void {
    const { sandbox, agencies } = this.world;
    const categories = this.#houses;
    if (categories !== null) sandbox.staff.setVocabulary((document) => ({ ...document, categories }));
    this.setBudget(500);
    sandbox.staff.setLimits({ rate_limit_per_minute: 600 });
    for (const { connectionId } of agencies) {
      this.#letGoOn(connectionId);
      sandbox.staff.setQuota(connectionId, null);
    }
  }

  setBudget(itemsPerHour: number): void {
    this.world.planted.itemsPerHour = itemsPerHour;
    this.world.sandbox.staff.setLimits({ connection_items_per_hour: itemsPerHour });
  }

  #letGoOn(connectionId: string): void {
    const { staff } = this.world.sandbox;
    const { status } = staff.connection(connectionId);
    if (status === 'certifying') staff.certify(connectionId);
    if (status === 'paused') staff.resume(connectionId);
  }

  /** Houses are no category any more, or are one again. */
  #changeVocabulary(): void {
    this.world.planted.haveWordsChanged = true;
    this.world.sandbox.staff.setVocabulary((document) => {
      this.#houses ??= document.categories;
      const without = this.#houses.filter(({ label_en: label }) => label !== 'House');
      return {
        ...document,
        categories: document.categories.length > without.length ? without : this.#houses,
      };
    });
  }

  /** What is sent next may be older than what stands there. */
  #changeBehindItsBack(connectionId: string): void {
    const { dice, sandbox, time, witness } = this.world;
    const live = sandbox.staff.listings(connectionId).filter(({ status }) => status === 'live');
    if (live.length === 0) return;
    const { externalId, payload } = dice.pick(live);
    const updatedAt = new Date(time.now + dice.between(0, 90) * minute).toISOString();
    witness.repaired.add(`${connectionId} ${externalId}`);
    witness.touched.add(`${connectionId} ${externalId}`);
    // Whoever keeps the feed is at the same listing: its file meets what was changed here.
    for (const agency of this.world.agencies)
      if (agency.connectionId === connectionId) agency.reprice(externalId, time.now);
    this.world.note(`  ${externalId} is changed there`);
    sandbox.staff.setListing(connectionId, externalId, {
      payload: {
        ...payload,
        source: { ...(payload?.source as object), updated_at: updatedAt },
        description: { sr: 'Nešto sasvim drugo stoji ovde.' },
      },
      digest: Buffer.from(dice.bytes(32)).toString('hex'),
    });
  }
}
