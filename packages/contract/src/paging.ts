import { z } from "zod";
import { MAX_PAGE_SIZE } from "./constants.ts";

/** One page of a longer list (1.§3). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    offset: z.number().int(),
    limit: z.number().int(),
    totalCount: z.number().int(),
  });

export interface Page<Item> {
  data: Item[];
  offset: number;
  limit: number;
  totalCount: number;
}

/** A page has a next one when the total exceeds offset plus limit (1.§3). */
export const hasNextPage = ({ totalCount, offset, limit }: Omit<Page<unknown>, "data">): boolean =>
  totalCount > offset + limit;

/** `limit` 1 to 100 and `offset` of 0 or more (1.§5), with the defaults of the list at hand. */
export const pagingQuery = ({ limit }: { limit: number }) => ({
  limit: z.coerce
    .number("limit must be a number.")
    .int("limit must be a whole number.")
    .min(1, "limit must be at least 1.")
    .max(MAX_PAGE_SIZE, `limit must be at most ${String(MAX_PAGE_SIZE)}.`)
    .default(limit),
  offset: z.coerce
    .number("offset must be a number.")
    .int("offset must be a whole number.")
    .min(0, "offset must be at least 0.")
    .max(2_147_483_647, "offset is too large.")
    .default(0),
});
