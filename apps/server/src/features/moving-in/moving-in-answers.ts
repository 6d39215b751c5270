import { movingIn, pick, type MovingIn } from "@ridgebook/contract";
import { readSettings } from "#database/company-settings.ts";
import { inCompany } from "#http/handlers.ts";
import { readMovingIn, writeHidden } from "./moving-in-repository.ts";

const SHOWN_SETTINGS = Object.keys(movingIn.shape.settings.shape) as (keyof MovingIn["settings"])[];

/** The setup list on the start page of a new company's admins ("Up to the first contract"). */
export const movingInAnswers = () =>
  inCompany({
    async getMovingIn({ scope }) {
      const facts = await readMovingIn(scope);
      const { values } = await readSettings(scope);
      return { ...facts, settings: pick(values, SHOWN_SETTINGS) };
    },

    async hideMovingIn({ body, scope }) {
      await writeHidden(scope, body.isHidden);
    },
  });
