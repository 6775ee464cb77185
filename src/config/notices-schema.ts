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
    'is not the address of a webhook; write an http: or https: URL without user and password',
  );

const people = z
  .array(
    z.strictObject({
      email: email.describe('Their e-mail address.'),
      language: z.enum(noticeLanguages).default('sr').describe('Language of their notices.'),
    }),
  )
  .default([]);

const smtp = z.strictObject({
  url: smtpUrl.describe('The mail server; smtp:// requires TLS if there is a password.'),
  user: text.optional().describe('User name for the mail server.'),
  password: text.optional().describe('Its password.'),
  from: from.describe('The sender of every mail.'),
});

const webhook = z.strictObject({
  url: webhookUrl.describe('Address that receives every notice as a Standard Webhooks event.'),
  secret: text.describe('Secret that signs the events: whsec_ and base64.'),
});

const contactPart = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'is more than one line; write it on one')
  .optional();

/** The person whom agencies ask. */
export const partnerSchema = z.strictObject({
  name: contactPart.describe('Name of the person or the company whom agencies ask.'),
  phone: contactPart.describe('Their telephone number, as people write it.'),
  email: email.optional().describe('Their e-mail address.'),
});

/** Recipients and channels of notices; none by default. */
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
      .describe('Another program that receives every notice; null sends none.'),
    operators: people.describe('The operators: they monitor the feeds, and decide if no agency does.'),
    partners: people.describe('The partner’s staff: they have the contracts, the key and the configuration.'),
    digest: cron
      .default('0 8 * * 1-5')
      .describe(
        'When the digest of notices that are not sent at once goes out; an empty digest is not sent.',
      ),
    remind_after: duration
      .prefault('3d')
      .describe(
        'Age at which an open hold is reported again, and then every week. A question that is older counts for exit code 3.',
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
