import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { z } from 'zod';
import { instantSchema } from '#api/kernel/values.js';

export const secondFactorSchema = z
  .object({
    enrolled: z.boolean(),
    pending: z.boolean().meta({ description: 'Whether this session still has to enter a code' }),
    required: z.boolean().meta({ description: 'Whether the platform requires one of this account' }),
    enrolBy: instantSchema
      .nullable()
      .meta({ description: 'From then on an account without one can only set one up' }),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: 'SecondFactor' });

export const secondFactorCodeSchema = z
  .object({
    code: z
      .string()
      .trim()
      .overwrite(asciiDigits)
      .min(6)
      .max(40)
      .meta({ description: 'Six digits of the app, or a recovery code', example: '402817' }),
  })
  .meta({ id: 'SecondFactorCodeInput' });

export const secondFactorEnrolmentSchema = z
  .object({
    secret: z.string().meta({ description: 'In base32, to be typed into the app' }),
    uri: z
      .string()
      .meta({ description: 'For a QR code', example: 'otpauth://totp/Haat:asha%40example.com?…' }),
  })
  .meta({ id: 'SecondFactorEnrolment' });

export const recoveryCodesSchema = z
  .object({ recoveryCodes: z.array(z.string()).meta({ description: 'Shown once; each works once' }) })
  .meta({ id: 'RecoveryCodes' });
