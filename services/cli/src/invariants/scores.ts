export const scoreChecks = {
  "every attempt has its own sequence, is between start and end, and is within the limit of attempts": `
    SELECT * FROM (
      SELECT attempt.tournament_id AS tournament, attempt.id AS attempt, attempt.sequence,
        CASE
          WHEN board.tournament_id IS NULL THEN 'recorded without a board'
          WHEN attempt.created_at < board.starts_at THEN 'recorded before the start'
          WHEN attempt.created_at >= board.ends_at THEN 'recorded after the end'
          WHEN attempt.created_at > board.closed_at THEN 'recorded on a closed board'
          WHEN attempt.sequence > board.sequence THEN 'recorded after the last sequence'
          WHEN attempt.sequence = lag(attempt.sequence) OVER in_order
            THEN 'recorded with the sequence of another attempt'
          WHEN attempt.created_at < lag(attempt.created_at) OVER in_order
            THEN 'recorded before an attempt with a lower sequence'
          WHEN count(*) OVER (PARTITION BY attempt.tournament_id, attempt.gamer_id, attempt.name) > 1
            AND attempt.name IS NOT NULL THEN 'recorded with the name of another attempt'
        END AS fault
      FROM entry.attempt LEFT JOIN entry.board USING (tournament_id)
      WINDOW in_order AS (PARTITION BY attempt.tournament_id ORDER BY attempt.sequence)
      UNION ALL
      SELECT standing.tournament_id, standing.gamer_id, standing.attempts,
        CASE
          WHEN standing.attempts > (board.scoring ->> 'attempts')::integer THEN 'more attempts than allowed'
          WHEN standing.attempts <> (SELECT count(*) FROM entry.attempt
            WHERE attempt.tournament_id = standing.tournament_id
              AND attempt.gamer_id = standing.gamer_id AND attempt.state <> 'void')
            THEN 'wrong number of attempts'
        END
      FROM entry.standing JOIN entry.board USING (tournament_id)
    ) AS examined
    WHERE fault IS NOT NULL`,
  // Computes every standing and its place from the attempts, with another algorithm than the service. Numbers
  // are negated so that lower is better, and compared as arrays. The number of earlier attempts that are as
  // good shows if an attempt changed the result. The sign bit is flipped so that bytes sort like numbers.
  "every standing matches the gamer's attempts, and its place matches the standing": `
    SELECT * FROM (
      WITH terms AS MATERIALIZED (
        SELECT tournament_id, scoring ->> 'operator' = 'last' AS only_last,
          scoring ->> 'counted' IS NOT NULL AS lists_best, scoring ->> 'ties' = 'earliest' AS by_time,
          CASE scoring ->> 'operator' WHEN 'sum' THEN (scoring ->> 'counted')::bigint ELSE 1 END AS adds_up,
          ARRAY(SELECT CASE direction WHEN 'lower' THEN 1 ELSE -1 END FROM jsonb_array_elements_text(
            jsonb_build_array(scoring -> 'direction') || (scoring -> 'tieBreaks')) AS direction) AS signs
        FROM entry.board
      )
      SELECT entry.tournament_id AS tournament, entry.gamer_id AS gamer,
        CASE
          WHEN standing.entry_id <> entry.id OR standing.joined_at <> entry.joined_at
            THEN 'the standing belongs to another entry'
          WHEN folded.result IS DISTINCT FROM
            CASE WHEN standing.score IS NOT NULL THEN ARRAY[standing.score] || standing.tie_breaks END
            THEN 'the score does not match the attempts'
          WHEN coalesce(standing.best, '{}') <> coalesce(folded.best, '{}')
            THEN 'the best attempts are wrong'
          WHEN (standing.reached_sequence, standing.reached_at)
            IS DISTINCT FROM (folded.reached_sequence, folded.reached_at)
            THEN 'the last change is not the attempt that changed the score'
          WHEN standing.place IS DISTINCT FROM placed.place THEN 'the place does not match the standing'
        END AS fault,
        standing.score, standing.tie_breaks, folded.result, standing.reached_sequence,
        folded.reached_sequence AS changed_last_by, standing.place, placed.place AS belongs_at
      FROM terms
        JOIN entry.entry USING (tournament_id)
        LEFT JOIN entry.standing USING (tournament_id, gamer_id)
        LEFT JOIN LATERAL (
          WITH counted AS MATERIALIZED (
            SELECT sequence, created_at, given.numbers,
              row_number() OVER by_sequence - 1 AS before,
              lag(given.numbers) OVER by_sequence AS previous
            FROM entry.attempt
              CROSS JOIN LATERAL (
                SELECT array_agg(number * sign ORDER BY n) AS numbers
                FROM unnest(ARRAY[attempt.score] || attempt.tie_breaks, terms.signs)
                  WITH ORDINALITY AS part (number, sign, n)
              ) AS given
            WHERE attempt.tournament_id = entry.tournament_id AND attempt.gamer_id = entry.gamer_id
              AND attempt.state = 'counted'
            WINDOW by_sequence AS (ORDER BY sequence)
          ), added AS (
            SELECT numbers, sequence FROM counted
            ORDER BY CASE WHEN terms.only_last THEN ARRAY[-sequence] ELSE numbers END
            LIMIT terms.adds_up
          )
          SELECT changed_last.sequence AS reached_sequence, changed_last.created_at AS reached_at,
            (SELECT array_agg(total ORDER BY n) FROM (
              SELECT n, (sum(number) * terms.signs[n])::bigint AS total
              FROM added CROSS JOIN unnest(numbers) WITH ORDINALITY AS part (number, n) GROUP BY n
            ) AS totals) AS result,
            CASE WHEN terms.lists_best THEN ARRAY(
              SELECT number * terms.signs[n]
              FROM added CROSS JOIN unnest(numbers) WITH ORDINALITY AS part (number, n)
              ORDER BY numbers, sequence, n
            ) END AS best
          FROM (
            SELECT sequence, created_at
            FROM (SELECT * FROM counted ORDER BY sequence DESC OFFSET 0) AS latest
            WHERE CASE
              WHEN terms.only_last THEN previous IS DISTINCT FROM numbers
              WHEN before < coalesce(terms.adds_up, before + 1) THEN before = 0 OR 0 <> ANY(numbers)
              ELSE terms.adds_up > (
                SELECT count(*) FROM (
                  SELECT FROM counted AS earlier
                  WHERE earlier.sequence < latest.sequence AND earlier.numbers <= latest.numbers
                  LIMIT terms.adds_up
                ) AS as_good)
            END
            LIMIT 1
          ) AS changed_last
        ) AS folded ON true
        CROSS JOIN LATERAL (
          SELECT CASE
            WHEN entry.disqualified THEN NULL
            WHEN entry.exit_number IS NOT NULL
              THEN '\\x04'::bytea || int4send(1000000000 - entry.exit_number)
            WHEN entry.placement IS NOT NULL THEN '\\x01'::bytea || int4send(entry.placement)
            WHEN folded.result IS NOT NULL THEN '\\x02'::bytea || (
              SELECT string_agg(int8send(number * coalesce(sign, 1) # (-9223372036854775808)::bigint), '' ORDER BY n)
              FROM unnest(
                  CASE WHEN by_time THEN folded.result || folded.reached_sequence ELSE folded.result END,
                  terms.signs
                ) WITH ORDINALITY AS part (number, sign, n))
          END AS place
        ) AS placed
      UNION ALL
      SELECT lone.tournament_id, lone.gamer_id, 'the gamer has no entry',
        NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM (
        SELECT tournament_id, gamer_id, entry_id FROM entry.standing
        UNION SELECT tournament_id, gamer_id, entry_id FROM entry.attempt
      ) AS lone
        LEFT JOIN entry.entry ON entry.id = lone.entry_id AND entry.gamer_id = lone.gamer_id
          AND entry.tournament_id = lone.tournament_id
      WHERE entry.id IS NULL
    ) AS examined
    WHERE fault IS NOT NULL`,
  // A rank is the sum of the counts of better strata and a count within one. Wrong counts give wrong ranks.
  "every stratum and every board has the correct number of entries, and every listed entry is in a stratum": `
    SELECT * FROM (
      SELECT bounded.tournament_id AS tournament, bounded.first, bounded.entries, count(standing.place) AS standing
      FROM (
        SELECT tournament_id, first, entries,
          lead(first) OVER (PARTITION BY tournament_id ORDER BY first) AS next
        FROM entry.stratum
      ) AS bounded
        LEFT JOIN entry.standing ON standing.tournament_id = bounded.tournament_id
          AND standing.place >= bounded.first
          AND (bounded.next IS NULL OR standing.place < bounded.next)
      GROUP BY bounded.tournament_id, bounded.first, bounded.entries
      HAVING bounded.entries <> count(standing.place)
      UNION ALL
      SELECT tournament_id, place, NULL, 1 FROM entry.standing
      WHERE place IS NOT NULL AND NOT EXISTS (
        SELECT FROM entry.stratum
        WHERE stratum.tournament_id = standing.tournament_id AND stratum.first <= standing.place)
      UNION ALL
      SELECT board.tournament_id, NULL, board.listed, count(standing.place)
      FROM entry.board LEFT JOIN entry.standing USING (tournament_id)
      GROUP BY board.tournament_id, board.listed
      HAVING board.listed <> count(standing.place)
    ) AS miscounted`,
  // The latest decision determines the state, and each decision continues from the previous one.
  "every entry and every attempt has the state that its latest decision gave it": `
    SELECT * FROM (
      SELECT entry.tournament_id AS tournament, entry.id AS about,
        'the entry does not match its latest decision' AS fault
      FROM entry.entry
        LEFT JOIN LATERAL (
          SELECT decision FROM entry.entry_decision WHERE entry_id = entry.id
          ORDER BY entry_decision.id DESC LIMIT 1
        ) AS latest ON true
      WHERE entry.disqualified IS DISTINCT FROM coalesce(latest.decision = 'disqualify', false)
      UNION ALL
      SELECT coalesce(attempt.tournament_id, decided.tournament_id), coalesce(attempt.id, attempt_id),
        CASE
          WHEN attempt.id IS NULL THEN 'a decision on an unknown attempt'
          WHEN attempt.tournament_id <> decided.tournament_id THEN 'a decision for another tournament'
          WHEN attempt.state <> decided.state THEN 'the attempt does not match its latest decision'
          WHEN decided.broken THEN 'a decision does not continue from the previous decision'
          WHEN coalesce(decided.first, attempt.state) = 'void' THEN 'the attempt is void without a decision'
          WHEN coalesce(decided.first, attempt.state) = 'counted' AND CASE board.scoring ->> 'direction'
            WHEN 'lower' THEN attempt.score <= (board.scoring ->> 'reviewFrom')::bigint
            ELSE attempt.score >= (board.scoring ->> 'reviewFrom')::bigint END
            THEN 'the attempt counted without the required review'
        END
      FROM (
        SELECT attempt_id, min(tournament_id::text)::uuid AS tournament_id, bool_or(was <> before) AS broken,
          (array_agg(was ORDER BY id))[1] AS first, (array_agg(state ORDER BY id DESC))[1] AS state
        FROM (
          SELECT *, lag(state) OVER (PARTITION BY attempt_id ORDER BY id) AS before
          FROM entry.attempt_decision CROSS JOIN LATERAL (
            SELECT CASE verdict WHEN 'accept' THEN 'counted' WHEN 'hold' THEN 'held' ELSE 'void' END AS state
          ) AS following
        ) AS chained
        GROUP BY attempt_id
      ) AS decided
        FULL JOIN entry.attempt ON attempt.id = decided.attempt_id
        LEFT JOIN entry.board ON board.tournament_id = attempt.tournament_id
    ) AS examined
    WHERE fault IS NOT NULL`,
  "no disqualified entry is paid or listed on a board, and registrations count disqualified entries correctly": `
    SELECT * FROM (
      SELECT entry.tournament_id AS tournament, entry.id AS entry,
        CASE
          WHEN entry.placement IS NOT NULL OR standing.place IS NOT NULL THEN 'disqualified but placed'
          WHEN payout.entry_id IS NOT NULL THEN 'disqualified but paid'
        END AS fault
      FROM entry.entry
        LEFT JOIN entry.standing USING (tournament_id, gamer_id)
        LEFT JOIN settlement.settlement ON settlement.tournament_id = entry.tournament_id
          AND settlement.kind = 'payout'
        LEFT JOIN settlement.payout ON payout.tournament_id = settlement.tournament_id
          AND payout.entry_id = entry.id
      WHERE entry.disqualified
      UNION ALL
      SELECT registration.tournament_id, NULL, 'wrong number of disqualified entries'
      FROM entry.registration
      WHERE registration.disqualified <> (
        SELECT count(*) FROM entry.entry
        WHERE entry.tournament_id = registration.tournament_id AND entry.disqualified)
    ) AS examined
    WHERE fault IS NOT NULL`,
};
