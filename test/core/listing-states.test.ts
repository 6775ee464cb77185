import { describe, expect, it } from 'vitest';
import { isOnPortal, lanes, type PortalState } from '../../src/model/listing-states.js';

describe('listing states', () => {
  it.each<[PortalState, boolean]>([
    ['none', false],
    ['sent', true],
    ['accepted', true],
    ['needs_review', true],
    ['live', true],
    ['inactive', true],
    ['unknown', true],
    ['rejected', false],
    ['removed', false],
    ['archived', false],
    ['taken_down', false],
    ['released', false],
  ])('%s: on the portal, or possibly so: %s', (state, isOn) => {
    expect(isOnPortal(state)).toBe(isOn);
  });

  it('names the lanes in the order in which the outbox is emptied', () => {
    expect(lanes).toEqual(['removal', 'state_or_price', 'new', 'feed_change', 'own_change']);
  });
});
