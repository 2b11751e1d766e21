import pg from 'pg';
import { findEmbedded } from '../../../db/embedded.ts';
import { SOCIAL_IMAGE_JOB } from '../../../server/page-changes/page-changes.ts';
import type { App } from '../server/app-process.ts';

/** Drops the jobs that draw social images, because each takes a tenth of a second of processor time. Screens show the standard image. */
export async function omitSocialImages({ dataDir }: App): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbedded(dataDir) });
  await client.connect();
  try {
    await client.query(`
      CREATE FUNCTION omit_social_image() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM graphile_worker._private_tasks WHERE id = NEW.task_id AND identifier = '${SOCIAL_IMAGE_JOB}';
        IF FOUND THEN RETURN NULL; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER omit_social_image BEFORE INSERT ON graphile_worker._private_jobs
        FOR EACH ROW EXECUTE FUNCTION omit_social_image();`);
  } finally {
    await client.end();
  }
}
