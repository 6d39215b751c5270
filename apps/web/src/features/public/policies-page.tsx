import { OFFLINE_START_DAYS } from "@ridgebook/contract";
import classes from "#features/public/public-page.module.css";
import { WhatLeaves } from "#features/public/what-leaves.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** Which data are stored where, in plain words, and the terms. */
export function PoliciesPage() {
  const { productName } = useSession();
  return (
    <article className={classes.page}>
      <h1 className="rb-title">Policies</h1>

      <h2 className="rb-heading">Whose data it is</h2>
      <p>
        Leads and everything else entered here belong to the company you work for. It decides who sees them, and it
        answers questions about them. Other companies that use {productName} cannot see them.
      </p>

      <h2 className="rb-heading">What is kept on this device</h2>
      <ul>
        <li>
          Your company&rsquo;s leads with their estimates, documents and photos, its prices, its users&rsquo; names and
          its settings, so that the app works without a signal.
        </li>
        <li>What you entered and the server does not have yet, and forms you began.</li>
        <li>The chosen company, colors, size of rows, and whether you declined to install the app.</li>
        <li>The app itself.</li>
      </ul>
      <p>
        Logging out removes the company&rsquo;s data from the device. Without a network, the last person who worked here
        can open the app for {OFFLINE_START_DAYS} days, so lock the device itself. When somebody else logs in on the
        device, your unsent work is set aside; only you get it back.
      </p>

      <h2 className="rb-heading">Cookies</h2>
      <p>
        One cookie keeps you logged in. Scripts cannot read it, and it is sent to this site only. There are no cookies
        for advertising or for following people around.
      </p>

      <h2 className="rb-heading">What is measured</h2>
      <p>
        The server writes down requests with their time and outcome, to find faults and misuse, without names, addresses
        or phone numbers.
      </p>
      <WhatLeaves />

      <h2 className="rb-heading">Terms of use</h2>
      <ul>
        <li>Use your own login, keep its password to yourself, and end logins on devices that you lose.</li>
        <li>Enter only data of people who know that you keep it for your work.</li>
        <li>Check quantities and prices before anybody signs: the app calculates, you decide.</li>
      </ul>
    </article>
  );
}
