import { z } from 'zod';
import { noticeLanguages } from '../core/setup/notice-plan.js';
import { cron, duration, text } from './fields.js';

const emailForm = /^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/;

const email = z
  .string()
  .regex(emailForm, 'is not an e-mail address; write one such as ops@vendor.example')
  .meta({ examples: ['ops@vendor.example'] });

const from = z
  .string()
  .regex(
    /^(?:[^\s@<>"',;:]+@[^\s@<>"',;:]+|[^<>"\r\n]+ <[^\s@<>"',;:]+@[^\s@<>"',;:]+>)$/,
    'is not a sender; write an address, or a name and an address, such as feedsync <feedsync@vendor.example>',
  );

const smtpUrl = z
  .string()
  .refine(
    (address) => isAddress(address, ['smtp:', 'smtps:']),
    'is not a mail server; write smtp:// or smtps:// with a host, such as smtps://mail.vendor.example:465, and user and password in their own keys',
  );

const webhookUrl = z
  .string()
  .refine(
    (address) => isAddress(address, ['http:', 'https:']),
    'is not an address that can be told anything; write an http: or https: URL without user and password',
  );

const people = z
  .array(
    z.strictObject({
      email: email.describe('Their e-mail address.'),
      language: z.enum(noticeLanguages).default('sr').describe('Of what they are told.'),
    }),
  )
  .default([]);

const smtp = z.strictObject({
  url: smtpUrl.describe('The mail server; smtp:// asks for TLS wherever there is a password.'),
  user: text.optional().describe('By which it lets us in.'),
  password: text.optional().describe('Its password.'),
  from: from.describe('The sender of every mail.'),
});

const webhook = z.strictObject({
  url: webhookUrl.describe('Gets every notice as a Standard Webhooks event.'),
  secret: text.describe('With which they are signed: whsec_ and base64.'),
});

/** Whom to tell what waits for them; nobody by default. */
export const noticesSchema = z
  .strictObject({
    smtp: smtp
      .superRefine(({ user, password }, context) => {
        if ((user === undefined) === (password === undefined)) return;
        const message = 'has a user without a password, or a password without a user; write both or neither';
        context.addIssue({ code: 'custom', message });
      })
      .nullable()
      .default(null)
      .describe('Mail to agencies, operators and partners; null sends none.'),
    webhook: webhook
      .superRefine(({ secret }, context) => {
        const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
        if (key.length >= 24) return;
        const message =
          'is too short to sign with; write whsec_ and at least 24 bytes as base64, from the environment';
        context.addIssue({ code: 'custom', path: ['secret'], message });
      })
      .nullable()
      .default(null)
      .describe('Another program that is told everything; null tells none.'),
    operators: people.describe('Who watches over the feeds, and decides where no agency does.'),
    partners: people.describe('Who has the contracts, the key and the configuration.'),
    digest: cron
      .default('30 7 * * *')
      .describe('When what waits is told that is not told at once; nothing is sent where nothing waits.'),
    remind_after: duration
      .prefault('3d')
      .describe(
        'At this age an open hold is reported again, and from then on every week; a question that is older counts for exit code 3.',
      ),
  })
  .transform(({ smtp: mail, remind_after: remindAfterMs, ...section }) => ({
    ...section,
    remindAfterMs,
    mail:
      mail === null
        ? null
        : {
            from: mail.from,
            server: {
              url: mail.url,
              auth:
                mail.user === undefined || mail.password === undefined
                  ? null
                  : { user: mail.user, password: mail.password },
            },
          },
  }));

function isAddress(address: string, protocols: readonly string[]): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    url !== null &&
    protocols.includes(url.protocol) &&
    url.hostname !== '' &&
    url.username + url.password === ''
  );
}
