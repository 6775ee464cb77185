import type { Database } from '../database/database.js';
import { writeOne } from '../database/queries.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { Millis } from '../../model/millis.js';
import type { ReceivedWebhook, WebhookStore } from '../store.js';
import { connectionCodec } from '../database/tables.js';

export function createWebhooks({ write }: Database): WebhookStore {
  return {
    receive: (event, now) =>
      write(async (writer) => {
        const { id, type, connectionId } = event;
        const added = await writer
          .insertInto('webhook')
          .values({ id, type, connectionId, receivedAt: now })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return false;
        const change = connectionCodec.encodePart(changeOf(event, now));
        if (Object.keys(change).length === 0) return true;
        const update = writer.updateTable('connection').set(change);
        await (connectionId === null ? update : update.where('id', '=', connectionId)).execute();
        return true;
      }),
    forget: (before) =>
      writeOne(write, (writer) => writer.deleteFrom('webhook').where('receivedAt', '<', before)),
  };
}

function changeOf({ wakes, certificationNote }: ReceivedWebhook, now: Millis): Partial<ConnectionRecord> {
  return {
    ...(wakes === 'connection' && { readAt: null, nextPushAt: now }),
    ...(wakes === 'listings' && { outcomesDueAt: now, outcomesAsked: 0 }),
    ...(certificationNote !== null && { certificationNote }),
  };
}
