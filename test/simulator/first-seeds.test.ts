import { simulateSeeds } from './seeds.js';

simulateSeeds(1, 100);
