"""Micro-policies as one file of PHP or JavaScript, made from templates and a policy's data.

`<game>.php` and the test vectors lie here, `<game>.js` in `frontends/web/micro`, where the page's
server finds it too. `python -m frontends.micro` writes all of them again.
"""
