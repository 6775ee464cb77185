import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { removeStagings, worldOn, type World } from './builders.js';
import { accessContract } from './contract-access.js';
import { calmFeedContract } from './contract-calm-feeds.js';
import { clockContract } from './contract-clock.js';
import { deactivationContract } from './contract-deactivations.js';
import { contentContract } from './contract-content.js';
import { decisionContract } from './contract-decisions.js';
import { listingContract } from './contract-listings.js';
import { noticeContract } from './contract-notices.js';
import { outboxContract } from './contract-outbox.js';
import { peopleContract } from './contract-people.js';
import { personalDataContract } from './contract-personal-data.js';
import { qualityContract } from './contract-quality.js';
import { rawRecordContract } from './contract-raw-records.js';
import { recordContract } from './contract-records.js';
import { fileOrderContract } from './contract-file-order.js';
import { sharingContract } from './contract-sharing.js';
import { setupContract } from './contract-setups.js';
import { sourceContract } from './contract-sources.js';
import { wishProperties } from './contract-wishes.js';

/** What every implementation of the Store interface must do. */
export function storeContract(name: string, open: () => Promise<Store>, { wishPlays = 60 } = {}): void {
  describe(`store contract: ${name}`, () => {
    let world: World;
    beforeEach(async () => {
      world = await worldOn(await open());
    });
    afterEach(async () => {
      removeStagings();
      await world.store.close();
    });
    const current = (): World => world;

    sourceContract(current);
    recordContract(current);
    fileOrderContract(current);
    qualityContract(current);
    rawRecordContract(current);
    listingContract(current);
    outboxContract(current);
    peopleContract(current);
    deactivationContract(current);
    decisionContract(current);
    contentContract(current);
    personalDataContract(current);
    accessContract(current);
    setupContract(current);
    noticeContract(current);
    sharingContract(current);
    calmFeedContract(current);
    clockContract(current);
    wishProperties(open, wishPlays);
  });
}
