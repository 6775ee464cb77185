import { inject } from 'vitest';
import { storesOn } from './postgres.js';
import { World } from './world.js';

/** Before each file: its worlds have their stores on the server of the run. */
World.stores = storesOn(inject('postgres'));
