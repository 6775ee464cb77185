import { z } from 'zod';
import { readQuery } from '../input.js';
import { timestamp } from '../state/state.js';
import type { Operation } from '../operation.js';

/** Operation 1, GET /ping. */
export const ping: Operation = {
  name: 'ping',
  method: 'GET',
  path: '/ping',
  run({ app, keyId, query }, state) {
    readQuery(query, z.strictObject({}));
    const { id, environment, name, partner } = app;
    return {
      status: 200,
      body: {
        app: { id, environment, name },
        key_id: keyId,
        partner,
        server_time: timestamp(state.wall()),
        limits: state.limits,
      },
    };
  },
};
