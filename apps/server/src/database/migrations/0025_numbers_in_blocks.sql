-- As before, and: a transaction that writes many records takes their numbers in blocks, each an eighth of what it has taken so far. One update
-- of the counter for each record, all of one row in one transaction, takes time by the square of their count. What is left of the last
-- block is never given. The setting ends with the transaction, and goes back with a savepoint, as the counter does.
-- It holds: company, last number given, last number of the block, how many were taken.
CREATE OR REPLACE FUNCTION next_change_number(company bigint) RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  held bigint[] := string_to_array(current_setting('ridgebook.change_numbers', true), ' ')::bigint[];
  wanted bigint;
  block_end bigint;
BEGIN
  IF held[1] IS DISTINCT FROM company THEN
    held := ARRAY[company, 0, 0, 0];
  END IF;
  IF held[2] = held[3] THEN
    wanted := greatest(1, held[4] / 8);
    INSERT INTO change_counter (company_id, last_number) VALUES (company, wanted)
      ON CONFLICT (company_id) DO UPDATE SET last_number = change_counter.last_number + wanted
      RETURNING last_number INTO block_end;
    held := ARRAY[company, block_end - wanted, block_end, held[4] + wanted];
  END IF;
  held[2] := held[2] + 1;
  PERFORM set_config('ridgebook.change_numbers', array_to_string(held, ' '), true);
  RETURN held[2];
END
$$;
