import { simulateSeeds } from './seeds.js';

simulateSeeds(101, 100);
