import pg from 'pg';

/**
 * Adds `rows` finished deliveries to the delivery log. They belong to the handles 1 to `handles` in equal shares, or to no handle if
 * `handles` is 0.
 * Their ids are older than all real ones.
 */
export async function seedDeliveries(url: string, rows: number, handles = 0): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Skips the foreign key check of each row.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into flights (id, handle_id, recipient, sender, author, client, size, state, received_at, events)
        select '01' || lpad(n::text, 18, '0'), 1 + n % nullif($2::integer, 0), 'person@mail.example', 'somebody@senders.example',
          'Somebody <somebody@senders.example>', '192.0.2.1', 4096, 'delivered', now() - n * interval '1 millisecond',
          jsonb_build_array(jsonb_build_object('step', repeat('x', 350)))
        from generate_series(1, $1::integer) n`,
      [rows, handles],
    );
    await client.query('vacuum analyze flights');
  } finally {
    await client.end();
  }
}
