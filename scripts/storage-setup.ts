import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';

/**
 * Prepares the bucket of an S3-compatible server of one's own: makes it, and lets everybody read `media/*` and nothing
 * else. Repeating it changes nothing. Amazon's buckets are made by the owner of the account.
 */
async function setUpBucket(): Promise<string> {
  const config = parseConfig(process.env);
  const { S3_BUCKET: Bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!Bucket || !endpoint || !accessKeyId || !secretAccessKey)
    throw new Error('S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have to be set');
  const client = new S3Client({
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket })).catch((error: unknown) => {
      if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
    });
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: '*',
          Action: 's3:GetObject',
          Resource: `arn:aws:s3:::${Bucket}/media/*`,
        },
      ],
    });
    await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  } finally {
    client.destroy();
  }
  return `The bucket ${Bucket} is ready`;
}

try {
  console.log(await setUpBucket());
} catch (error) {
  exitWithOneLine(error);
}
