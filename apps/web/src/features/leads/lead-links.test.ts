import { describe, expect, test } from "vitest";
import { emailLink, mapLink, phoneLink, webLink } from "#features/leads/lead-links.ts";

describe("links to the device's own apps", () => {
  test("the address as a person writes it, with its special characters kept", () => {
    const place = { street: "1847 Maple Ridge Dr #4", city: "Portage", state: "MI", zipCode: "49002" };
    expect(mapLink(place)).toBe(
      "https://www.google.com/maps/search/?api=1&query=1847%20Maple%20Ridge%20Dr%20%234%2C%20Portage%2C%20MI%2049002",
    );
  });

  test("[LEAD-32] phone with its extension, and e-mail", () => {
    expect(phoneLink("+12695550142")).toBe("tel:+12695550142");
    expect(phoneLink("+12695550122", "14")).toBe("tel:+12695550122;ext=14");
    expect(phoneLink("(269) 555-0142 x3")).toBe("tel:26955501423");
    expect(emailLink("karen+roof@home.test")).toBe("mailto:karen%2Broof@home.test");
    expect(emailLink("a@b.test?bcc=x@y.test")).toBe("mailto:a@b.test%3Fbcc%3Dx%40y.test");
  });

  test("only web addresses are followed", () => {
    expect(webLink("https://drive.test/folder")).toBe("https://drive.test/folder");
    expect(webLink("javascript:alert(1)")).toBeUndefined();
    expect(webLink("not a link")).toBeUndefined();
    expect(webLink("")).toBeUndefined();
  });
});
