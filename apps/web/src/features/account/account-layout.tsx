import { APP_VERSION } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import classes from "#features/account/account-layout.module.css";
import { readKeptLogo } from "#features/account/kept-logo.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Mark } from "#ui/brand/mark.tsx";
import { DrawingHouse } from "#ui/drawing-house.tsx";
import { keptTexts } from "#ui/kept-texts.ts";

/** The page around login and password forms: the logo of the company that last used this device, else the brand; one form, and a house if there is room. */
export function AccountLayout({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const { productName } = useSession();
  const [logo] = useState(() => readKeptLogo(keptTexts));
  return (
    <div className={classes.page}>
      <div className={classes.sheet}>
        <header className={classes.brand}>
          {logo ? (
            <img className={classes.logo} src={logo.picture} alt={logo.companyName} />
          ) : (
            <>
              <Mark size={40} />
              <span className="rb-heading">{productName}</span>
            </>
          )}
        </header>
        <main id="content" tabIndex={-1} className={classes.content}>
          <h1 className="rb-title">{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
          {children}
        </main>
        <footer className={`${classes.footer} rb-caption`}>
          {logo && `${productName}, `}
          {logo ? "version" : "Version"} {APP_VERSION} · <Link to="/about">About</Link> ·{" "}
          <Link to="/policies">Policies</Link>
        </footer>
      </div>
      <div className={classes.drawing}>
        <DrawingHouse />
      </div>
    </div>
  );
}
